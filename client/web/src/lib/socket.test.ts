import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Link, type LinkState, type Wire } from "./socket";
import type { Received } from "./wire";

class FakeWire implements Wire {
  sent: any[] = [];
  closed = false;
  onmessage: Wire["onmessage"] = null;
  onclose: Wire["onclose"] = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  deliver(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  cut() {
    this.onclose?.();
  }
}

let wires: FakeWire[];
let heard: Received[];
let states: LinkState[];
let link: Link;

beforeEach(() => {
  vi.useFakeTimers();
  [wires, heard, states] = [[], [], []];
  const open = () => {
    wires.push(new FakeWire());
    return wires.at(-1)!;
  };
  link = new Link(open, { message: (message) => heard.push(message), state: (state) => states.push(state) }, 100, () => 0.5);
  link.connect();
});

afterEach(() => vi.useRealTimers());

describe("requests", () => {
  it("get the answer with their id", async () => {
    link.resumed();
    const answer = link.request({ type: "StartMatch" });
    expect(wires[0]!.sent).toEqual([{ type: "StartMatch", id: 100 }]);
    wires[0]!.deliver({ type: "ActionValid", replyTo: 100 });
    await expect(answer).resolves.toMatchObject({ type: "ActionValid" });
    expect(heard).toHaveLength(1);
  });

  it("wait until the session is open", () => {
    void link.request({ type: "StartMatch" });
    expect(wires[0]!.sent).toEqual([]);
    link.resumed();
    expect(wires[0]!.sent).toEqual([{ type: "StartMatch", id: 100 }]);
  });

  it("open the session at once", () => {
    void link.request({ type: "ChooseNickname" });
    expect(wires[0]!.sent).toHaveLength(1);
  });
});

describe("a lost connection", () => {
  it("repeats commands under their old id and queries under a new one", async () => {
    link.resumed();
    void link.request({ type: "PlayUnoCard" });
    const view = link.request({ type: "RequestView" });
    wires[0]!.cut();
    await vi.advanceTimersByTimeAsync(500);
    link.resumed();
    expect(wires[1]!.sent).toEqual([
      { type: "PlayUnoCard", id: 100 },
      { type: "RequestView", id: 102 },
    ]);
    wires[1]!.deliver({ type: "GameView", replyTo: 102 });
    await expect(view).resolves.toMatchObject({ type: "GameView" });
  });

  it("is opened again after 0.5, 1, 2, 4, 8 and 8 seconds", async () => {
    for (const delay of [500, 1000, 2000, 4000, 8000, 8000]) {
      const before = wires.length;
      wires.at(-1)!.cut();
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(wires).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(1);
      expect(wires).toHaveLength(before + 1);
    }
    expect(states).toEqual(Array(6).fill("lost"));
  });

  it("is opened at once when the page is visible again", () => {
    wires[0]!.cut();
    link.wake();
    link.wake();
    expect(wires).toHaveLength(2);
  });

  it("answers an entry that was under way with an error", async () => {
    const entry = link.request({ type: "Reconnect" });
    wires[0]!.cut();
    await expect(entry).resolves.toMatchObject({ type: "Error" });
  });

  it("ignores messages of the old connection", () => {
    const old = wires[0]!;
    const deliver = old.onmessage!;
    old.cut();
    link.wake();
    deliver({ data: '{"type": "YourTurn"}' });
    expect(heard).toEqual([]);
  });
});

describe("a silent connection", () => {
  it("answers the heartbeats of the server, but not their answers", () => {
    wires[0]!.deliver({ type: "Heartbeat" });
    wires[0]!.deliver({ type: "Heartbeat", replyTo: 100 });
    expect(wires[0]!.sent).toEqual([{ type: "Heartbeat", id: 100 }]);
    expect(heard).toEqual([]);
  });

  it("is opened again after a sleep if the server does not answer", async () => {
    wires[0]!.deliver({ type: "RequestNickname" });
    vi.setSystemTime(Date.now() + 360_000); // no timer ran meanwhile
    link.wake();
    expect(wires[0]!.sent).toMatchObject([{ type: "Heartbeat" }]);
    await vi.advanceTimersByTimeAsync(4500);
    expect(wires[0]!.closed).toBe(true);
    expect(wires).toHaveLength(2);
    expect(states).toEqual(["lost"]);
  });

  it("is kept after a sleep if the server answers", async () => {
    wires[0]!.deliver({ type: "RequestNickname" });
    vi.setSystemTime(Date.now() + 360_000);
    link.wake();
    wires[0]!.deliver({ type: "Heartbeat", replyTo: 100 });
    await vi.advanceTimersByTimeAsync(9000);
    expect(wires).toHaveLength(1);
  });

  it("is lost without a sleep, too, also while it is being opened", async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    expect(wires[0]!.closed).toBe(true);
    expect(wires[0]!.sent).toEqual([]);
    expect(wires.length).toBeGreaterThan(1);
  });
});

it("stays closed after stop", async () => {
  link.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  link.wake();
  expect(wires).toHaveLength(1);
  expect(wires[0]!.closed).toBe(true);
});

it("answers pending messages with an error when the session is gone", async () => {
  const answer = link.request({ type: "PlayUnoCard" });
  link.abandon();
  await expect(answer).resolves.toMatchObject({ type: "Error", error: "SESSIONUNKNOWN" });
});
