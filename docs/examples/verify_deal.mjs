// Verify the shuffles of a finished match:  node verify_deal.mjs MESSAGES.jsonl
// The file has the messages that a client received, one JSON object per line, as socket_client.py --log writes them. The
// seed is compared with its hash in every game, the first deal in UNO. docs/protocol.md describes the generator; nothing
// has to be installed.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const MASK = (1n << 64n) - 1n;
const IV = [0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n];
const SIGMA = ["0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
  "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0"]
  .map((row) => [...row].map((digit) => parseInt(digit, 16)));

const rotate = (word, bits) => ((word >> bits) | (word << (64n - bits))) & MASK;

/** Mix one block of 128 bytes into the state (RFC 7693, 3.2). */
function compress(state, block, count, last) {
  const view = new DataView(block.buffer);
  const m = Array.from({ length: 16 }, (_, index) => view.getBigUint64(8 * index, true));
  const v = [...state, ...IV];
  v[12] ^= BigInt(count);
  if (last) v[14] ^= MASK;
  const mix = (a, b, c, d, x, y) => {
    v[a] = (v[a] + v[b] + x) & MASK; v[d] = rotate(v[d] ^ v[a], 32n);
    v[c] = (v[c] + v[d]) & MASK; v[b] = rotate(v[b] ^ v[c], 24n);
    v[a] = (v[a] + v[b] + y) & MASK; v[d] = rotate(v[d] ^ v[a], 16n);
    v[c] = (v[c] + v[d]) & MASK; v[b] = rotate(v[b] ^ v[c], 63n);
  };
  for (let round = 0; round < 12; round += 1) {
    const s = SIGMA[round % 10];
    for (let i = 0; i < 4; i += 1) mix(i, 4 + i, 8 + i, 12 + i, m[s[2 * i]], m[s[2 * i + 1]]);
    for (let i = 0; i < 4; i += 1) mix(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
  }
  state.forEach((word, index) => (state[index] = word ^ v[index] ^ v[index + 8]));
}

/** BLAKE2b with a key and a digest of 64 bytes, of a message of 8 bytes. */
function keyedBlake2b(key, message) {
  const state = [...IV];
  state[0] ^= 0x01010000n ^ (BigInt(key.length) << 8n) ^ 64n;
  const blocks = [key, message].map((part) => { const block = new Uint8Array(128); block.set(part); return block; });
  compress(state, blocks[0], 128, false);
  compress(state, blocks[1], 128 + message.length, true);
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, index) => digest.setBigUint64(8 * index, word, true));
  return digest;
}

/** The random numbers of a match. */
export class Generator {
  constructor(seed) { this.seed = seed; this.counter = 0; }

  /** Draw one number below each bound; each call begins with a new block. */
  numbers(bounds) {
    let words = [];
    const next = () => {
      if (words.length === 0) {
        const number = new DataView(new ArrayBuffer(8));
        number.setBigUint64(0, BigInt(this.counter));
        this.counter += 1;
        const block = keyedBlake2b(this.seed, new Uint8Array(number.buffer));
        words = Array.from({ length: 16 }, (_, index) => block.getUint32(4 * index));
      }
      return words.shift();
    };
    return bounds.map((bound) => {
      let word = next();
      while (word >= 2 ** 32 - (2 ** 32 % bound)) word = next();
      return word % bound;
    });
  }

  shuffled(items) {
    const result = [...items];
    const bounds = Array.from({ length: Math.max(0, result.length - 1) }, (_, index) => result.length - index);
    this.numbers(bounds).forEach((pick, index) => {
      const last = bounds[index] - 1;
      [result[pick], result[last]] = [result[last], result[pick]];
    });
    return result;
  }
}

const VALUES = [..."0123456789", "SKIP", "REVERSE", "DRAW_2"];
const DECK = ["RED", "YELLOW", "GREEN", "BLUE"].flatMap((color) => VALUES.flatMap((value) => Array(value === "0" ? 1 : 2).fill(`${color} ${value}`)));
DECK.push(...Array(4).fill("WILD WILD"), ...Array(4).fill("WILD DRAW_4"));

/** Return dealer, hands and first card of the first round of UNO. */
export function dealUno(generator, players, handSize) {
  const [dealer] = generator.numbers([players]);
  let pile = generator.shuffled(DECK);
  const hands = Array.from({ length: players }, () => pile.splice(-handSize).sort((a, b) => DECK.indexOf(a) - DECK.indexOf(b)));
  while (pile.at(-1) === "WILD DRAW_4") pile = generator.shuffled(pile);
  return { dealer, hands, top: pile.at(-1) };
}

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const same = (left, right) => JSON.stringify(left) === JSON.stringify(right);

/** Return the sentences about one match, and whether all checks passed. */
export function verify(messages) {
  const info = messages.find(({ type }) => type === "PlayersInfo");
  const scores = messages.find(({ type }) => type === "FinalScores");
  if (!info || !scores) return { ok: false, lines: ["The file needs PlayersInfo and FinalScores of a finished match."] };
  const seed = bytes(scores.seed);
  const lines = [];
  let ok = createHash("sha256").update(seed).digest("hex") === info.seedHash;
  lines.push(ok ? "The seed has the hash that was shown at the start." : "The seed does not have the hash that was shown at the start.");
  if (info.game !== "uno") return { ok, lines };
  const deal = dealUno(new Generator(seed), info.playerNicknames.length, info.options.hand_size ?? 7);
  const changes = messages.filter(({ type }) => type === "UpdateMessage").map(({ change }) => change);
  const started = changes.find(({ kind, round }) => kind === "UnoRoundStarted" && round === 1);
  const taken = changes.slice(changes.indexOf(started) + 1).find(({ kind, cards }) => kind === "UnoHandTaken" && cards?.length > 0);
  const dealt = started && taken && same([started.dealer, started.top, taken.cards], [deal.dealer, deal.top, deal.hands[taken.seat]]);
  lines.push(dealt ? "Dealer, first card and hand follow from the seed." : "Dealer, first card or hand do not follow from the seed.");
  return { ok: ok && Boolean(dealt), lines };
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.length !== 3) { console.log("usage: node verify_deal.mjs MESSAGES.jsonl"); process.exit(2); }
  const { ok, lines } = verify(readFileSync(process.argv[2], "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line)));
  console.log(lines.join("\n"));
  process.exitCode = ok ? 0 : 1;
}
