/**
 * Plays matches with several clients in this process.
 *
 * The only argument is a scenario as JSON. At the end, the program prints a summary as JSON. It
 * exits with 1 and a text on standard error if a mirror and a view differ, or if the server does
 * something that docs/protocol.md excludes.
 *
 * @typedef {object} Scenario
 * @property {string} host
 * @property {number} port
 * @property {number} seed of the random choices, also part of the nicknames
 * @property {number} [matches] the number of matches, one after the other
 * @property {object} create the fields of SelectModeAndPlayers; `bots` seats are for computer players
 * @property {number} [spectators] the number of clients that watch
 * @property {number} [leaveAfter] the last guest leaves after this many decisions
 * @property {number} [cutAfter] the first guest loses its connection after this many decisions
 * @property {boolean} [away] the first guest stays away until the host is asked
 */

import { Player } from "./player.mjs";

/** Return a generator of random numbers from 0 to below 1 (mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Play one match to its end.
 * @param {Scenario} scenario
 * @returns {Promise<Player[]>}
 */
async function play({ host, port, seed, create, spectators = 0, leaveAfter, cutAfter, away }) {
  const random = generator(seed);
  const client = (role, plan) =>
    new Player({ host, port }, { nickname: `${role}-${seed}`, ...plan }, random);

  const leader = client("host", { create });
  const watching = range(spectators, (index) => client(`eye${index}`, { watch: leader.match }));
  // The guests wait for the spectators, because the last guest starts the match.
  const present = [leader, ...watching].map((player) => player.match);
  const join = Promise.all(present).then(([match]) => match);
  const guests = range(create.numberOfPlayers - (create.bots ?? 0) - 1, (index, count) => {
    const plan = { join };
    if (index === 0) plan.cutAfter = cutAfter;
    if (index === 0 && away) plan.away = () => leader.nextPrompt();
    if (index === count - 1) plan.leaveAfter = leaveAfter;
    return client(`guest${index}`, plan);
  });

  const players = [leader, ...watching, ...guests];
  for (const player of players) await player.start();
  await Promise.all(players.map((player) => player.done));
  return players;
}

function range(count, make) {
  return Array.from({ length: count }, (_, index) => make(index, count));
}

function summary(players) {
  const changes = {};
  for (const { mirror } of players) {
    for (const [kind, count] of mirror.compared) changes[kind] = (changes[kind] ?? 0) + count;
  }
  const sum = (number) => players.reduce((total, player) => total + number(player), 0);
  return {
    changes,
    comparisons: sum((player) => player.mirror.comparisons),
    decisions: sum((player) => player.decisions),
    reconnections: sum((player) => player.reconnections),
  };
}

try {
  const { matches = 1, seed, ...scenario } = JSON.parse(process.argv[2]);
  const players = [];
  for (let index = 0; index < matches; index += 1) {
    players.push(...(await play({ ...scenario, seed: 100 * seed + index })));
  }
  process.stdout.write(`${JSON.stringify(summary(players))}\n`);
} catch (error) {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}
