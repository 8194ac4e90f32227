/** The mirror rules of Eriantys. */

import type {
  ActionPhaseStarted, AssistantPlayed, CardRefilled, CharacterUsed, CloudFilled, CloudTaken, CoinTaken, EriantysTower, EriantysView,
  GameOver, IslandConquered, IslandsMerged, IslandView, LastRound, MotherNatureMoved, NoEntryPlaced, NoEntryRemoved, ProfessorMoved,
  RoundStarted, SchoolView, SeatGone, StepStarted, StudentMoved, StudentsReturned, StudentsSwapped,
} from "../../lib/messages";
import { add } from "../collections";
import type { Mirror } from "../pack";
import { character, islandAt as island } from "./pieces";

/** Characters whose effect lasts until the end of the turn. */
const LASTING = ["FARMER", "POSTMAN", "CENTAUR", "KNIGHT", "MUSHROOM_HUNTER"];

function board(view: EriantysView, tower: EriantysTower): SchoolView {
  const school = view.schools.find((entry) => entry.tower === tower);
  if (school === undefined) throw new Error(`no board ${tower}`);
  return school;
}

function addAll(map: Record<string, number>, students: Record<string, number>): void {
  for (const [color, count] of Object.entries(students)) add(map, color, count);
}

export const mirror: Mirror<EriantysView> = {
  RoundStarted(view, { round, order }: RoundStarted) {
    Object.assign(view, { round, order });
    for (const school of view.schools) school.played = null;
  },

  CloudFilled(view, { cloud, students, bag }: CloudFilled) {
    addAll(view.clouds[cloud]!, students);
    view.bag = bag;
  },

  AssistantPlayed(view, { seat, cardValue }: AssistantPlayed) {
    const school = view.schools[seat]!;
    school.hand = school.hand.filter((card) => card !== cardValue);
    school.played = cardValue;
  },

  ActionPhaseStarted(view, { order }: ActionPhaseStarted) {
    view.order = order;
  },

  StepStarted(view, { seat, phase, studentsLeft, maxSteps }: StepStarted) {
    Object.assign(view, { turn: seat, phase, studentsLeft, maxSteps });
  },

  TurnEnded(view) {
    Object.assign(view, { characterUsed: false, effect: null, bannedColor: null });
  },

  StudentMoved(view, { seat, color, source, target, islandPosition, character: card }: StudentMoved) {
    const school = view.schools[seat]!;
    if (source === "ENTRANCE") {
      add(school.entrance, color, -1);
      view.studentsLeft -= 1;
    } else add(character(view, card!).students, color, -1);
    add(target === "SCHOOL" ? school.dining : island(view, islandPosition!).students, color);
  },

  StudentsSwapped(view, { seat, where, taken, given }: StudentsSwapped) {
    const school = view.schools[seat]!;
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

  StudentsReturned(view, { color, counts, bag }: StudentsReturned) {
    counts.forEach((count, seat) => add(view.schools[seat]!.dining, color, -count));
    view.bag = bag;
  },

  CardRefilled(view, { character: card, color, bag }: CardRefilled) {
    add(character(view, card!).students, color);
    view.bag = bag;
  },

  ProfessorMoved(view, { color, seat }: ProfessorMoved) {
    view.professors[color] = seat;
  },

  CoinTaken(view, { seat, coins }: CoinTaken) {
    view.schools[seat]!.coins += coins;
    view.supply -= coins;
  },

  MotherNatureMoved(view, { islandPosition }: MotherNatureMoved) {
    view.motherNature = islandPosition;
  },

  NoEntryPlaced(view, { islandPosition }: NoEntryPlaced) {
    island(view, islandPosition).noEntry += 1;
    character(view, "GRANDMA").noEntry -= 1;
  },

  NoEntryRemoved(view, { islandPosition }: NoEntryRemoved) {
    island(view, islandPosition).noEntry -= 1;
    character(view, "GRANDMA").noEntry += 1;
  },

  IslandConquered(view, { islandPosition, tower, towers, previous }: IslandConquered) {
    const conquered = island(view, islandPosition);
    if (previous !== null) board(view, previous).towers += conquered.towers;
    board(view, tower).towers -= towers;
    Object.assign(conquered, { tower, towers });
  },

  IslandsMerged(view, { tiles }: IslandsMerged) {
    const merged = view.islands.filter((entry) => tiles.includes(entry.tiles[0]!));
    const sum: IslandView = { tiles, students: {}, towers: 0, tower: merged[0]!.tower, noEntry: 0 };
    for (const entry of merged) {
      addAll(sum.students, entry.students);
      sum.towers += entry.towers;
      sum.noEntry += entry.noEntry;
    }
    view.islands = view.islands.filter((entry) => !merged.includes(entry));
    view.islands.push(sum);
    view.islands.sort((left, right) => left.tiles[0]! - right.tiles[0]!);
    if (tiles.includes(view.motherNature)) view.motherNature = tiles[0]!;
  },

  CloudTaken(view, { seat, cloud }: CloudTaken) {
    addAll(view.schools[seat]!.entrance, view.clouds[cloud]!);
    view.clouds[cloud] = {};
  },

  CharacterUsed(view, { seat, character: name, price, color }: CharacterUsed) {
    view.schools[seat]!.coins -= price;
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

  LastRound(view, { clouds }: LastRound) {
    view.lastRound = true;
    if (!clouds) view.cloudsClosed = true;
  },

  SeatGone(view, { seat }: SeatGone) {
    view.schools[seat]!.gone = true;
  },

  GameOver(view, { winners }: GameOver) {
    Object.assign(view, { winners, phase: "OVER", turn: null, studentsLeft: 0, maxSteps: 0 });
  },
};
