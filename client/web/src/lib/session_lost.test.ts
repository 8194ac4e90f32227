import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, room, settled, view } from "./fake_server";
import { Session } from "./session.svelte";

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

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  server = new FakeServer();
  session = new Session(() => server);
  session.start();
});

/** Storage of one tab, and of the browser. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

describe("a session that is not resumed", () => {
  let browser: Storage;

  beforeEach(async () => {
    browser = storage();
    vi.stubGlobal("sessionStorage", storage());
    vi.stubGlobal("localStorage", browser);
    await enter();
    begin();
    expect(JSON.parse(browser.getItem("tavolata.seat")!)).toEqual({ nickname: "ada", token: "secret", game: "nim" });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });

  async function loseAndReturn(error: string) {
    server.answers.Reconnect = () => ({ type: "Error", error, message: "refused" });
    server.onclose?.();
    session.wake();
    server.push({ type: "RequestNickname" });
    await settled();
  }

  it("keeps its seat and its place if the address sends too much, and is tried again", async () => {
    await loseAndReturn("RATELIMITED");
    expect(session.link).toBe("lost");
    expect(session.phase).toBe("play");
    expect(browser.getItem("tavolata.seat")).toContain("secret");
    server.answers.Reconnect = () => ({ type: "SessionOpened", nickname: "ada", token: "next" });
    session.wake();
    server.push({ type: "RequestNickname" });
    await vi.waitFor(() => expect(session.link).toBe("open"));
    expect(server.types().filter((type) => type === "ChooseNickname")).toHaveLength(1);
  });

  it("leaves the newer seat of another tab, and offers it", async () => {
    const other = { nickname: "ada", token: "newer", game: "nim" };
    browser.setItem("tavolata.seat", JSON.stringify(other));
    await loseAndReturn("SESSIONUNKNOWN");
    expect(session.phase).toBe("lobby");
    expect(session.kept).toEqual(other);
    expect(browser.getItem("tavolata.seat")).toContain("newer");
  });

  it("forgets its own seat", async () => {
    await loseAndReturn("SESSIONUNKNOWN");
    expect(session.kept).toBeNull();
    expect(browser.getItem("tavolata.seat")).toBeNull();
  });
});

it("shows no refusal if the connection is lost while a name is chosen", async () => {
  await enter();
  session.toast = null;
  server.send = (text) => void server.sent.push(JSON.parse(text));
  session.rename("bob");
  server.push({ type: "RequestNickname" });
  await settled();
  expect(server.sent.at(-1)).toMatchObject({ type: "ChooseNickname", nickname: "bob" });
  server.onclose?.();
  await settled();
  expect(session.toast).toBeNull();
  expect(session.link).toBe("lost");
});
