import { afterEach, describe, expect, it, vi } from "vitest";
import type { Pack } from "../games/pack";
import { BadReplay, loadReplay, MirroredTape, parseReplay } from "./replay";
import { t } from "./words";

const STEPS = 100;
const view = (seat: number | null, total: number, hand: number[] = []) => ({ game: "sum", seat, total, hand });
/** A match of 100 steps: each adds a number; seat 0 gets a card that only seat 0 sees. */
const file = () => ({
  format: 1, match: 7,
  players: { type: "PlayersInfo", game: "sum", match: 7, playerNicknames: ["ada", "bob"] },
  views: [view(0, 0), view(1, 0), view(null, 0)],
  steps: Array.from({ length: STEPS }, (_, index) => [
    [{ change: { kind: "Added", seat: index % 2, number: index } }],
    [{ change: { kind: "Got", card: index }, to: [0] }, { change: { kind: "Got", card: null }, to: [2] }],
  ]),
  lastViews: [view(0, 4950), view(1, 4950), view(null, 4950)],
  result: { type: "FinalScores", winners: ["ada"], scores: {}, reason: "", seed: "aa" },
});
const pack: Pack<any> = {
  mirror: {
    Added: (before, change: { number: number }) => { before.total += change.number; },
    Got: (before, change: { card: unknown }) => { before.hand.push(change.card); },
  },
};
const sum = (to: number) => (to === 0 ? 0 : ((to - 1) * to) / 2);
const text = JSON.stringify(file());
const exported = ['{"match":7,"record":{"kind":"Began"}}', JSON.stringify({ match: 7, record: { kind: "Ended" }, replay: file() }), ""].join("\n");

afterEach(() => vi.unstubAllGlobals());

describe("reading a replay", () => {
  it("accepts the file of the server and the lines of an export", () => {
    expect(parseReplay(text)).toEqual(file());
    expect(parseReplay(exported)).toEqual(file());
  });

  it.each([
    ["", t.replay.notFile],
    ["hello", t.replay.notFile],
    ["[]", t.replay.notFile],
    ["null", t.replay.notFile],
    ['{"format":1}', t.replay.notFile],
    ['{"format":2}', t.replay.otherFormat],
    ['{"match":7,"record":{"kind":"Began"}}', t.replay.unfinished],
    [JSON.stringify({ ...file(), views: [view(0, 0)] }), t.replay.notFile],
    [JSON.stringify({ ...file(), steps: [[[{ to: [0] }]]] }), t.replay.notFile],
    [JSON.stringify({ ...file(), steps: [{ kind: "Added" }] }), t.replay.notFile],
    [JSON.stringify({ ...file(), players: { game: "sum", playerNicknames: [1, 2] } }), t.replay.notFile],
  ])("refuses %.60s with a sentence", (wrong, sentence) => {
    expect(() => parseReplay(wrong)).toThrow(new BadReplay(sentence));
  });

  it("loads from the server and shows its reason", async () => {
    const asked = vi.fn((address: string) => Promise.resolve(new Response(address === "/matches/7.json" ? text : "There is none.\n", { status: address === "/matches/7.json" ? 200 : 404 })));
    vi.stubGlobal("fetch", asked);
    expect(await loadReplay(7)).toEqual(file());
    await expect(loadReplay(8, "ab")).rejects.toThrow(new BadReplay("There is none."));
    expect(asked.mock.calls).toEqual([["/matches/7.json"], ["/matches/8/ab.json"]]);
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
    await expect(loadReplay(7)).rejects.toThrow(new BadReplay(t.replay.failed));
  });
});

describe("a tape", () => {
  it("gives the same view forwards, backwards and after a jump", () => {
    const tape = new MirroredTape(file() as any, 1, pack);
    expect(tape.length).toBe(STEPS);
    const order = [...Array(STEPS).keys(), ...[...Array(STEPS).keys()].reverse(), 70, 3, 99, 64, 63, 65, 0, 31, 32, 33];
    for (const step of order) expect(tape.viewAt(step)).toEqual(view(1, sum(step)));
    expect(tape.viewAt(STEPS)).toEqual(view(1, 4950));
  });

  it("shows each viewer what that viewer saw", () => {
    const [ada, bob, nobody] = [0, 1, 2].map((viewer) => new MirroredTape(file() as any, viewer, pack));
    expect(ada!.viewAt(2)).toEqual(view(0, 1, [0, 1]));
    expect(bob!.viewAt(2)).toEqual(view(1, 1));
    expect(nobody!.viewAt(2)).toEqual(view(null, 1, [null, null] as any));
    expect(bob!.changesAt(2)).toEqual([{ kind: "Added", seat: 1, number: 1 }]);
    expect(ada!.changesAt(0)).toEqual([]);
  });

  it("keeps the first view of a game without a mirror, and ends with the last", () => {
    const tape = new MirroredTape(file() as any, 0, {});
    expect([tape.viewAt(0), tape.viewAt(50)]).toEqual([view(0, 0), view(0, 0)]);
    expect(tape.viewAt(STEPS)).toEqual(view(0, 4950));
  });

  it("leaves the view as it is if a mirror rule fails", () => {
    const failing: Pack<any> = { mirror: { ...pack.mirror, Got: () => { throw new Error("fails"); } } };
    expect(new MirroredTape(file() as any, 0, failing).viewAt(3)).toEqual(view(0, 3));
  });
});
