/**
 * Tests of mirror.mjs and page.mjs.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Mirror, MirrorError, differences, rulesByGame } from "./mirror.mjs";
import { cards, changes, validate } from "./page.mjs";

const shelfie = (seq, bag) => ({ type: "GameView", seq, view: { game: "shelfie", board: [], bag } });
const refilled = (seq, bag) => ({
  type: "UpdateMessage",
  seq,
  change: { kind: "ShelfieBoardRefilled", board: [], bag },
});

function mirrorAfter(...messages) {
  const mirror = new Mirror();
  for (const message of messages) mirror.receive(message);
  return mirror;
}

test("every change of the page has a mirror rule, and no other has one", () => {
  const listed = [...changes.values()].map((kinds) => kinds.toSorted());
  const written = Object.values(rulesByGame).map((rules) => Object.keys(rules).toSorted());
  assert.equal(listed.length, 5);
  assert.deepEqual(written, listed);
});

test("all cards of Codex Naturalis are read from the page", () => {
  assert.equal(cards.size, 40 + 40 + 6 + 16);
  assert.deepEqual(cards.get("S05").back, "..xx");
});

test("a difference is reported with its path and the changes before it", () => {
  const wrong = () => mirrorAfter(shelfie(1, 9), refilled(2, 8), shelfie(2, 7));
  assert.throws(wrong, (error) => {
    assert.ok(error instanceof MirrorError);
    assert.match(error.message, /view\.bag: mirror 8, server 7/);
    assert.match(error.message, /after .*ShelfieBoardRefilled/);
    return true;
  });
});

test("missing and additional fields and other types are differences", () => {
  assert.equal(differences({ a: 1 }, {}, "x").length, 1);
  assert.equal(differences({}, { a: null }, "x").length, 1);
  assert.equal(differences([], {}, "x").length, 1);
  assert.equal(differences([1, 2], [1], "x").length, 1);
  assert.equal(differences({ a: [{ b: 0 }] }, { a: [{ b: false }] }, "x").length, 1);
  assert.deepEqual(differences({ a: [{ b: 0 }] }, { a: [{ b: 0 }] }, "x"), []);
});

test("changes before the first view and changes already in the view are ignored", () => {
  assert.equal(mirrorAfter(refilled(1, 8)).view, null);
  assert.equal(mirrorAfter(shelfie(2, 9), refilled(2, 8)).view.bag, 9);
});

test("a view with a lower number than the mirror is an error", () => {
  assert.throws(() => mirrorAfter(shelfie(3, 9), shelfie(2, 9)), MirrorError);
});

test("the view is forgotten at the start of another match", () => {
  const start = (match) => ({ type: "PlayersInfo", match });
  assert.equal(mirrorAfter(start(1), shelfie(1, 9), start(2)).view, null);
  assert.throws(() => mirrorAfter(start(1), shelfie(1, 9), start(1), shelfie(1, 8)), MirrorError);
  assert.equal(mirrorAfter(start(1), shelfie(1, 9), start(1), shelfie(2, 8)).view.bag, 8);
});

test("a message that the page allows is valid", () => {
  validate({ type: "PlayerStatus", nickname: "ada", status: "late" });
  const action = { type: "MoveStudent", moveTo: "SCHOOL", color: "RED" };
  validate({ type: "LegalActions", replyTo: 4, actions: [action] });
});

test("unknown messages, wrong, missing and additional fields are refused", () => {
  const status = { type: "PlayerStatus", nickname: "ada", status: "late" };
  const refused = [
    { type: "Unknown" },
    { ...status, status: "asleep" },
    { ...status, nickname: 3 },
    { ...status, nickname: "x".repeat(65) },
    { ...status, other: 1 },
    { type: "PlayerStatus", nickname: "ada" },
    { type: "UpdateMessage", seq: 1, change: { kind: "LastRound", reason: "" } },
    { type: "UpdateMessage", seq: 1, change: { kind: "SeatGone", seat: 0.5 } },
    { type: "LegalActions", actions: [{ type: "MoveStudent", moveTo: "SCHOOL" }] },
    { type: "LegalActions", actions: [{ type: "YourTurn", text: "" }] },
  ];
  for (const message of refused) assert.throws(() => validate(message), JSON.stringify(message));
});
