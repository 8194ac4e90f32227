/**
 * Tests of msgpack.mjs and of the frames in connection.mjs.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { FrameReader, frame } from "./connection.mjs";
import { decode, encode } from "./msgpack.mjs";

const bytes = (...values) => Buffer.from(values.flat());
const plain = (value) => JSON.parse(JSON.stringify(value));

test("every allowed value is the same after encoding and decoding", () => {
  const numbers = [0, 127, 128, 65536, -1, -32, -33, -2147483648, 2147483647, 2 ** 53 - 1];
  const texts = ["", "é", "x".repeat(31), "x".repeat(32), "x".repeat(256), "x".repeat(70000)];
  const lists = [[], Array(15).fill(1), Array(16).fill(1), Array(70000).fill(1)];
  const long = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`${index}`, index]));
  for (const value of [null, true, false, ...numbers, ...texts, ...lists, {}, { a: { b: [1] } }, long]) {
    assert.deepEqual(plain(decode(encode(value))), value);
  }
});

test("every integer format is decoded", () => {
  const formats = [
    [[0xcc, 200], 200],
    [[0xcd, 1, 0], 256],
    [[0xce, 0, 1, 0, 0], 65536],
    [[0xcf, 0, 0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], 2 ** 53 - 1],
    [[0xcf, 0, 0x20, 0, 0, 0, 0, 0, 0], 2 ** 53],
    [[0xd0, 0x80], -128],
    [[0xd1, 0xff, 0], -256],
    [[0xd2, 0xff, 0xff, 0, 0], -65536],
    [[0xd3, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], -4294967296],
  ];
  for (const [encoded, value] of formats) assert.equal(decode(bytes(encoded)), value);
});

test("floats, bin, extensions and numbers above 2^53 are refused", () => {
  const refused = [
    [0xca, 0, 0, 0, 0],
    [0xcb, 0, 0, 0, 0, 0, 0, 0, 0],
    [0xc4, 1, 0],
    [0xd4, 0, 0],
    [0xcf, 0x7f, 0, 0, 0, 0, 0, 0, 0],
  ];
  for (const encoded of refused) assert.throws(() => decode(bytes(encoded)));
  for (const value of [1.5, 2 ** 60, undefined, () => 0]) assert.throws(() => encode(value));
});

test("incomplete values, additional bytes and wrong keys are refused", () => {
  const refused = [[0x92, 1], [1, 1], [0x81, 1, 1], [0xa1, 0xff], [0x82, 0xa1, 97, 1, 0xa1, 97, 1]];
  for (const encoded of refused) assert.throws(() => decode(bytes(encoded)));
});

test("the key __proto__ has no special meaning", () => {
  const map = decode(encode(JSON.parse('{"__proto__": 1}')));
  assert.deepEqual(Object.keys(map), ["__proto__"]);
});

test("frames are found in any division of the stream", () => {
  const messages = [{ type: "Heartbeat" }, { type: "Quit", id: 7 }];
  const stream = Buffer.concat(messages.map(frame));
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const reader = new FrameReader();
    const bodies = [...reader.feed(stream.subarray(0, cut)), ...reader.feed(stream.subarray(cut))];
    assert.deepEqual(bodies.map((body) => plain(decode(body))), messages);
  }
});

test("a frame above 4 MiB is refused before its body arrives", () => {
  assert.throws(() => new FrameReader().feed(bytes(0, 0x40, 0, 1)));
});
