import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Pack } from "../games/pack";
import { FakeServer, room, settled, view } from "./fake_server";
import { loadPack } from "./packs";
import { Session } from "./session.svelte";
import { t } from "./words";

vi.mock(import("./packs"), async (original) => {
  const packs = await original();
  return { ...packs, loadPack: vi.fn(packs.loadPack) };
});

let server: FakeServer;
let session: Session;

async function enter() {
  server.push({ type: "RequestNickname" });
  await settled();
  server.push({ type: "SessionOpened", nickname: "ada", token: "secret" });
  server.push({ type: "ChooseMatch", rooms: [], playing: [], total: 0, totalPlaying: 0 });
}

function begin() {
  server.push({ type: "RoomUpdate", room: room(["ada", "bob"]), code: "" });
  server.push({ type: "PlayersInfo", playerNicknames: ["ada", "bob"], match: 7, game: "nim", seedHash: "aa", seq: 0 });
  server.push({ type: "GameView", view: view(0, [3, 4]), seq: 2 });
}

beforeEach(async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  server = new FakeServer();
  session = new Session(() => server);
  session.start();
  await enter();
});

it("chooses the name of a guest and shows the lobby", () => {
  expect(server.sent[0]).toMatchObject({ type: "ChooseNickname", nickname: expect.stringMatching(/^guest-/) });
  expect(session.phase).toBe("lobby");
  expect(session.me).toBe("ada");
});

it("tries another name if the first one is taken", async () => {
  const names: string[] = [];
  server.answers.ChooseNickname = ({ nickname }) =>
    names.push(String(nickname)) < 3 ? { type: "Error", error: "DUPLICATENICKNAME", message: "taken" } : { type: "ActionValid" };
  session.rename("bob");
  await enter();
  expect(names[0]).toBe("bob");
  expect(names).toHaveLength(3);
});

describe("Play now", () => {
  it("creates a table, waits for the computer players and starts", async () => {
    const game = { game: "nim", title: "Nim", players: [2, 4] as [number, number], usualPlayers: 2, summary: [], expert: "", teams: "", wizards: [], strategies: [], options: [] };
    await session.playNow(game);
    expect(server.sent.at(-1)).toMatchObject({ type: "SelectModeAndPlayers", game: "nim", numberOfPlayers: 2, bots: 1, standing: true });
    server.push({ type: "RoomUpdate", room: room(["ada"]), code: "" });
    expect(server.types()).not.toContain("StartMatch");
    server.push({ type: "RoomUpdate", room: room(["ada", "bob"]), code: "" });
    expect(server.types().filter((type) => type === "StartMatch")).toHaveLength(1);
  });
});

describe("a match", () => {
  beforeEach(begin);

  it("begins with the view", () => {
    expect(session.phase).toBe("play");
    expect(session.match?.view).toEqual(view(0, [3, 4]));
    expect(session.match?.table.who(0)).toBe("You");
    expect(session.match?.table.who(1)).toBe("bob");
  });

  it("requests the view after a change without a mirror rule", async () => {
    server.answers.RequestView = () => ({ type: "GameView", view: view(0, [1, 4]), seq: 3 });
    server.push({ type: "UpdateMessage", change: { kind: "SticksTaken", seat: 1, heap: 0 }, seq: 3 });
    await vi.waitFor(() => expect(session.match?.view).toEqual(view(0, [1, 4])));
  });

  it("applies mirror rules to a copy of the view and ignores old changes", () => {
    const match = session.match!;
    const before = match.view;
    match.pack = { mirror: { Taken: (next: any) => void next.heaps.pop() } };
    server.push({ type: "UpdateMessage", change: { kind: "Taken" }, seq: 3 });
    server.push({ type: "UpdateMessage", change: { kind: "Taken" }, seq: 3 });
    expect(match.view).toEqual(view(0, [3]));
    expect(before).toEqual(view(0, [3, 4]));
    expect(match.moves.map(({ seq }) => seq)).toEqual([3]);
  });

  it("asks for the legal actions and sends the chosen one", async () => {
    const actions = [{ type: "TakeSticks", heap: 0, count: 1 }, { type: "TakeSticks", heap: 1, count: 1 }];
    server.answers.ListActions = () => ({ type: "LegalActions", actions });
    server.push({ type: "YourTurn", seq: 3 });
    server.push({ type: "SelectSticks", heaps: [0, 1], seq: 3 });
    await vi.waitFor(() => expect(session.match?.choice.steps).toHaveLength(2));
    session.match!.choice.pick("heap=1");
    await vi.waitFor(() => expect(session.match?.ask).toBeNull());
    expect(server.sent.at(-1)).toMatchObject(actions[1]!);
  });

  it("shows the hint of the server as a choice without sending it", async () => {
    const actions = [{ type: "TakeSticks", heap: 0, count: 1 }, { type: "TakeSticks", heap: 1, count: 1 }];
    server.answers.ListActions = () => ({ type: "LegalActions", actions });
    server.answers.RequestHint = () => ({ type: "Hint", action: actions[1] });
    await session.match!.hint();
    expect(server.types()).not.toContain("RequestHint");
    server.push({ type: "SelectSticks", heaps: [0, 1], seq: 3 });
    await vi.waitFor(() => expect(session.match?.choice.steps).toHaveLength(2));
    await session.match!.hint();
    expect(session.match?.choice.ready).toEqual(actions[1]);
    expect(server.types().at(-1)).toBe("RequestHint");
    server.answers.RequestHint = () => ({ type: "Hint" });
    await session.match!.hint();
    expect(session.toast).toEqual({ text: t.table.noHint, error: false });
    server.answers.RequestHint = () => ({ type: "Error", error: "RATELIMITED", message: "Wait 2 s." });
    await session.match!.hint();
    expect(session.toast).toEqual({ text: "Wait 2 s.", error: true });
  });

  it("forgets a hint that comes after the question", async () => {
    const actions = [{ type: "TakeSticks", heap: 0, count: 1 }, { type: "TakeSticks", heap: 1, count: 1 }];
    server.answers.ListActions = () => ({ type: "LegalActions", actions });
    server.answers.RequestHint = () => ({ type: "Hint", action: actions[1] });
    server.push({ type: "SelectSticks", heaps: [0, 1], seq: 3 });
    await vi.waitFor(() => expect(session.match?.choice.steps).toHaveLength(2));
    const asked = session.match!.hint();
    server.push({ type: "SelectSticks", heaps: [1], seq: 4 });
    await asked;
    expect(session.match?.choice.path).toEqual([]);
    expect(session.match?.choice.proposal).toBeNull();
  });

  it("shows a refusal and keeps the question", async () => {
    server.answers.ListActions = () => ({ type: "LegalActions", actions: [{ type: "TakeSticks", heap: 0 }] });
    server.answers.TakeSticks = () => ({ type: "Error", error: "ACTIONNONVALID", message: "Take fewer." });
    server.push({ type: "SelectSticks", heaps: [0], seq: 3 });
    await vi.waitFor(() => expect(session.match?.choice.steps).toHaveLength(1));
    session.match!.choice.pick("type=TakeSticks");
    await vi.waitFor(() => expect(session.toast?.text).toBe("Take fewer."));
    expect(session.match?.ask).not.toBeNull();
    expect(session.match?.choice.active).toBe(true);
  });

  it("says at the own turn what the others did since the last one", () => {
    const match = session.match!;
    match.pack = { mirror: { A: () => undefined, B: () => undefined }, say: { change: ({ kind, seat }) => (kind === "B" ? null : `${match.table.who(seat as number)} moved.`) } };
    server.push({ type: "UpdateMessage", change: { kind: "A", seat: 0 }, seq: 3 });
    server.push({ type: "UpdateMessage", change: { kind: "A", seat: 1 }, seq: 4 });
    server.push({ type: "UpdateMessage", change: { kind: "B", seat: 1 }, seq: 5 });
    server.push({ type: "YourTurn", seq: 5 });
    expect(match.recap).toEqual(["bob moved"]);
  });

  it("tells changes again that arrived before the pack", async () => {
    let arrive: (pack: Pack<any>) => void = () => undefined;
    vi.mocked(loadPack).mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    server.push({ type: "PlayersInfo", playerNicknames: ["ada", "bob"], match: 8, game: "nim", seedHash: "aa", seq: 0 });
    server.push({ type: "GameView", view: view(0, [3, 4]), seq: 2 });
    const match = session.match!;
    server.push({ type: "UpdateMessage", change: { kind: "Taken", seat: 1 }, seq: 3 });
    server.push({ type: "YourTurn", seq: 3 });
    server.push({ type: "UpdateMessage", change: { kind: "Taken", seat: 1 }, seq: 4 });
    expect(match.recap).toEqual(["bob: taken"]);
    arrive({ say: { change: (_, table) => `${table.who(1)} took a stick.` } });
    await vi.waitFor(() => expect(match.recap).toEqual(["bob took a stick"]));
    expect(match.moves.map(({ text }) => text)).toEqual(["bob took a stick.", "bob took a stick."]);
    server.push({ type: "YourTurn", seq: 4 });
    expect(match.recap).toEqual(["bob took a stick"]);
  });

  it("tells changes again that arrived before the first view", () => {
    server.push({ type: "PlayersInfo", playerNicknames: ["ada", "bob"], match: 8, game: "nim", seedHash: "aa", seq: 0 });
    server.push({ type: "UpdateMessage", change: { kind: "Taken", seat: 0 }, seq: 1 });
    const match = session.match!;
    expect(match.moves.map(({ text }) => text)).toEqual(["ada: taken."]);
    server.push({ type: "GameView", view: view(0, [3, 4]), seq: 1 });
    expect(match.moves.map(({ text }) => text)).toEqual(["You: taken."]);
  });

  it("keeps the place of the main button while the pack has no button to offer", () => {
    const match = session.match!;
    expect(match.hasButtons).toBe(false);
    match.pack = { buttons: () => [], Board: (() => ({})) as unknown as Pack<any>["Board"] };
    expect(match.hasButtons).toBe(true);
    server.push({ type: "GameView", view: view(null, [3, 4]), seq: 3 });
    expect(match.hasButtons).toBe(false);
  });

  it("uses generic texts if those of the pack fail", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    session.match!.pack = { say: { change: () => { throw new Error("broken"); } } };
    expect(session.match!.tell({ kind: "Taken", seat: 1 })).toBe("bob: taken.");
    expect(warn).toHaveBeenCalled();
  });

  it("uses generic steps and no preview if the actions do not fit the view any more", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { match } = session;
    const needs = (action: object, { heaps }: any) => { if (heaps.length < 2) throw new Error("stale"); return action; };
    match!.pack = {
      Board: (() => ({})) as unknown as Pack<any>["Board"],
      steps: (action, shown) => [{ key: `own=${(needs(action, shown) as any).heap}` }],
      preview: (action, shown) => (needs(action, shown), { title: "fits" }),
    };
    server.answers.ListActions = () => ({ type: "LegalActions", actions: [0, 1].map((heap) => ({ type: "TakeSticks", heap })) });
    server.push({ type: "SelectSticks", heaps: [0, 1], seq: 3 });
    await vi.waitFor(() => expect(match!.choice.previewOf("own=1")).toEqual({ title: "fits" }));
    server.push({ type: "GameView", view: view(0, [3]), seq: 4 });
    expect(match!.choice.steps.map(({ key }) => key)).toEqual(["heap=0", "heap=1"]);
    expect(match!.choice.previewOf("heap=1")).toBeNull();
  });

  it("asks again for actions and view that the rate limit refused", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const limited = () => ({ type: "Error", error: "RATELIMITED", message: "Wait 1 s." });
      server.answers = { ListActions: limited, RequestView: limited };
      server.push({ type: "SelectSticks", heaps: [0, 1], seq: 2 });
      void session.match!.requestView();
      await vi.advanceTimersByTimeAsync(1000);
      expect(session.match!.actions).toEqual([]);
      server.answers = {
        ListActions: () => ({ type: "LegalActions", actions: [{ type: "TakeSticks", heap: 0 }] }),
        RequestView: () => ({ type: "GameView", view: view(0, [9]), seq: 3 }),
      };
      await vi.advanceTimersByTimeAsync(2000);
      expect(session.match!.actions).toHaveLength(1);
      expect(session.match!.view).toEqual(view(0, [9]));
    } finally {
      vi.useRealTimers();
    }
  });

  it("ends with the result and keeps it while the list of matches arrives", () => {
    server.push({ type: "FinalScores", winners: ["ada"], scores: { ada: 1 }, reason: "over", seed: "00" });
    server.push({ type: "ChooseMatch", rooms: [], playing: [], total: 0, totalPlaying: 0 });
    expect(session.phase).toBe("over");
    expect(session.match?.result?.winners).toEqual(["ada"]);
    expect(session.room).toBeNull();
  });

  it("is left for the lobby when the host removes the player", () => {
    server.push({ type: "Error", error: "NOTALLOWED", message: "The host removed you." });
    server.push({ type: "ChooseMatch", rooms: [], playing: [], total: 0, totalPlaying: 0 });
    expect(session.phase).toBe("lobby");
    expect(session.toast?.text).toBe("The host removed you.");
  });

  it("stops when another tab resumed the session", () => {
    server.push({ type: "Error", error: "SUPERSEDED", message: "elsewhere" });
    expect(session.superseded).toBe(true);
    expect(session.link).toBe("closed");
  });

  it("resumes with the token and the last number after a lost connection", async () => {
    server.answers.Reconnect = () => ({ type: "SessionOpened", nickname: "ada", token: "next" });
    server.onclose?.();
    expect(session.link).toBe("lost");
    session.wake();
    server.push({ type: "RequestNickname" });
    await vi.waitFor(() => expect(session.link).toBe("open"));
    expect(server.sent.find(({ type }) => type === "Reconnect")).toMatchObject({ nickname: "ada", token: "secret", lastSeq: 2 });
    expect(session.match?.view).toEqual(view(0, [3, 4]));
  });

  it("shows the last chat lines once, although the server sends them again", async () => {
    const say = (sender: string, text: string) => server.push({ type: "ChatMessage", sender, text, to: "", watcher: false });
    const texts = () => session.chat.map(({ text }) => text);
    say("bob", "in the room");
    say("bob", "one");
    say("ada", "two");
    server.answers.Reconnect = () => ({ type: "SessionOpened", nickname: "ada", token: "next" });
    for (const missed of ["three", "four"]) {
      server.onclose?.();
      session.wake();
      server.push({ type: "RequestNickname" });
      await vi.waitFor(() => expect(session.link).toBe("open"));
      const again = texts().slice(1);
      server.push({ type: "MatchResumed" });
      for (const text of [...again, missed]) say(text === "two" ? "ada" : "bob", text);
      server.push({ type: "YourTurn", seq: 2 });
    }
    expect(texts()).toEqual(["in the room", "one", "two", "three", "four"]);
    expect(session.unreadChat).toBe(4);
    say("bob", "four");
    expect(texts()).toHaveLength(6);
  });

  it("is over for a session that the server no longer knows", async () => {
    server.answers.Reconnect = () => ({ type: "Error", error: "SESSIONUNKNOWN", message: "unknown" });
    server.onclose?.();
    session.wake();
    server.push({ type: "RequestNickname" });
    await vi.waitFor(() => expect(session.toast?.error).toBe(true));
    expect(session.match).toBeNull();
    await vi.waitFor(() => expect(server.types().at(-1)).toBe("ChooseNickname"));
  });
});

it("tries six digits as a code first, then as a number", async () => {
  server.answers.SelectMatch = ({ code }) => (code ? { type: "Error", error: "CHOICENOTVALID", message: "no" } : { type: "ActionValid" });
  expect(await session.join("123456")).toBe(true);
  expect(server.sent.slice(-2)).toMatchObject([{ match: 0, code: "123456" }, { match: 123456 }]);
  await session.join("12");
  expect(server.sent.at(-1)).toMatchObject({ type: "SelectMatch", match: 12 });
});
