/**
 * The mirror rules of Eriantys.
 */

import { add } from "./shared.mjs";

/** Characters whose effect lasts until the end of the turn. */
const LASTING = ["FARMER", "POSTMAN", "CENTAUR", "KNIGHT", "MUSHROOM_HUNTER"];

function island(view, tile) {
  return found(view.islands, (entry) => entry.tiles.includes(tile), `island ${tile}`);
}

function character(view, name) {
  return found(view.characters, (entry) => entry.name === name, `character ${name}`);
}

function board(view, tower) {
  return found(view.schools, (school) => school.tower === tower, `board ${tower}`);
}

function found(list, test, what) {
  const entry = list.find(test);
  if (entry === undefined) throw new Error(`no ${what}`);
  return entry;
}

function addAll(map, students) {
  for (const [color, count] of Object.entries(students)) add(map, color, count);
}

/** @type {Record<string, (view: any, change: any) => void>} */
export const rules = {
  RoundStarted(view, { round, order }) {
    Object.assign(view, { round, order });
    for (const school of view.schools) school.played = null;
  },

  CloudFilled(view, { cloud, students, bag }) {
    addAll(view.clouds[cloud], students);
    view.bag = bag;
  },

  AssistantPlayed(view, { seat, cardValue }) {
    const school = view.schools[seat];
    school.hand = school.hand.filter((card) => card !== cardValue);
    school.played = cardValue;
  },

  ActionPhaseStarted(view, { order }) {
    view.order = order;
  },

  StepStarted(view, { seat, phase, studentsLeft, maxSteps }) {
    Object.assign(view, { turn: seat, phase, studentsLeft, maxSteps });
  },

  TurnEnded(view) {
    Object.assign(view, { characterUsed: false, effect: null, bannedColor: null });
  },

  StudentMoved(view, { seat, color, source, target, islandPosition, character: card }) {
    const school = view.schools[seat];
    if (source === "ENTRANCE") {
      add(school.entrance, color, -1);
      view.studentsLeft -= 1;
    } else add(character(view, card).students, color, -1);
    add(target === "SCHOOL" ? school.dining : island(view, islandPosition).students, color);
  },

  StudentsSwapped(view, { seat, where, taken, given }) {
    const school = view.schools[seat];
    const other = where === "SCHOOL" ? school.dining : character(view, "JESTER").students;
    for (const color of given) {
      add(school.entrance, color, -1);
      add(other, color);
    }
    for (const color of taken) {
      add(other, color, -1);
      add(school.entrance, color);
    }
  },

  StudentsReturned(view, { color, counts, bag }) {
    counts.forEach((count, seat) => add(view.schools[seat].dining, color, -count));
    view.bag = bag;
  },

  CardRefilled(view, { character: card, color, bag }) {
    add(character(view, card).students, color);
    view.bag = bag;
  },

  ProfessorMoved(view, { color, seat }) {
    view.professors[color] = seat;
  },

  CoinTaken(view, { seat, coins }) {
    view.schools[seat].coins += coins;
    view.supply -= coins;
  },

  MotherNatureMoved(view, { islandPosition }) {
    view.motherNature = islandPosition;
  },

  NoEntryPlaced(view, { islandPosition }) {
    island(view, islandPosition).noEntry += 1;
    character(view, "GRANDMA").noEntry -= 1;
  },

  NoEntryRemoved(view, { islandPosition }) {
    island(view, islandPosition).noEntry -= 1;
    character(view, "GRANDMA").noEntry += 1;
  },

  IslandConquered(view, { islandPosition, tower, towers, previous }) {
    const conquered = island(view, islandPosition);
    if (previous !== null) board(view, previous).towers += conquered.towers;
    board(view, tower).towers -= towers;
    Object.assign(conquered, { tower, towers });
  },

  IslandsMerged(view, { tiles }) {
    const merged = view.islands.filter((entry) => tiles.includes(entry.tiles[0]));
    const sum = { tiles, students: {}, towers: 0, tower: merged[0].tower, noEntry: 0 };
    for (const entry of merged) {
      addAll(sum.students, entry.students);
      sum.towers += entry.towers;
      sum.noEntry += entry.noEntry;
    }
    view.islands = view.islands.filter((entry) => !merged.includes(entry));
    view.islands.push(sum);
    view.islands.sort((left, right) => left.tiles[0] - right.tiles[0]);
    if (tiles.includes(view.motherNature)) view.motherNature = tiles[0];
  },

  CloudTaken(view, { seat, cloud }) {
    addAll(view.schools[seat].entrance, view.clouds[cloud]);
    view.clouds[cloud] = {};
  },

  CharacterUsed(view, { seat, character: name, price, color }) {
    view.schools[seat].coins -= price;
    view.supply += price;
    const card = character(view, name);
    if (!card.used) {
      card.used = true;
      card.price += 1;
      view.supply -= 1;
    }
    view.characterUsed = true;
    if (LASTING.includes(name)) view.effect = name;
    if (name === "MUSHROOM_HUNTER") view.bannedColor = color;
  },

  LastRound(view, { clouds }) {
    view.lastRound = true;
    if (!clouds) view.cloudsClosed = true;
  },

  SeatGone(view, { seat }) {
    view.schools[seat].gone = true;
  },

  GameOver(view, { winners }) {
    Object.assign(view, { winners, phase: "OVER", turn: null, studentsLeft: 0, maxSteps: 0 });
  },
};
