/**
 * A connection to the server: frames, ids of requests, and the order of answers.
 */

import net from "node:net";

import { decode, encode } from "./msgpack.mjs";

const PREFIX_BYTES = 4;
const LARGEST_FRAME = 64 * 1024 - PREFIX_BYTES;

/** The type of the answer to a message that is accepted; ActionValid for all others. */
const ANSWERS = {
  RequestRefresh: "ChooseMatch",
  RequestView: "GameView",
  ListActions: "LegalActions",
  RequestHint: "Hint",
  ListPlayers: "PlayersOnline",
  Reconnect: "SessionOpened",
  Heartbeat: "Heartbeat",
};

/** Raised when the server does something that docs/protocol.md excludes. */
export class ProtocolError extends Error {}

/** Cuts a stream of bytes into frames. */
export class FrameReader {
  #bytes = Buffer.alloc(0);

  /**
   * Add received bytes and return the bodies of all frames that are complete now.
   * @param {Buffer} bytes
   * @returns {Buffer[]}
   */
  feed(bytes) {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    const bodies = [];
    while (this.#bytes.length >= PREFIX_BYTES) {
      const length = this.#bytes.readUInt32BE();
      if (length > LARGEST_FRAME) throw new ProtocolError(`a frame of ${length} bytes`);
      if (this.#bytes.length < PREFIX_BYTES + length) break;
      bodies.push(this.#bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length));
      this.#bytes = this.#bytes.subarray(PREFIX_BYTES + length);
    }
    return bodies;
  }
}

/**
 * Return a message as a frame.
 * @param {object} message
 * @returns {Buffer}
 */
export function frame(message) {
  const body = encode(message);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(body.length);
  return Buffer.concat([prefix, body]);
}

/** Numbers for `id`. They belong to a session, which may have several connections. */
export class Ids {
  #last = 0;

  next() {
    this.#last += 1;
    return this.#last;
  }
}

/**
 * An open connection.
 *
 * `receive` is called for every message in the order of arrival, with the request that it answers
 * or null for a push. It is called synchronously, so no later message is processed before.
 */
export class Connection {
  #frames = new FrameReader();
  /** Requests without an answer, oldest first. */
  #open = [];
  #socket;
  #receive;
  #ids;

  /**
   * @param {net.Socket} socket
   * @param {Ids} ids
   * @param {(message: object, request: object | null) => void} receive
   * @param {(error: Error) => void} fail called for an error of the connection or of `receive`
   */
  constructor(socket, ids, receive, fail) {
    this.#socket = socket;
    this.#ids = ids;
    this.#receive = receive;
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", fail);
    socket.on("data", (bytes) => {
      try {
        for (const body of this.#frames.feed(bytes)) this.#dispatch(decode(body));
      } catch (error) {
        fail(error);
        socket.destroy();
      }
    });
  }

  /** Connect to the server. Arguments as for the constructor. */
  static async open(host, port, ids, receive, fail) {
    const socket = net.connect({ host, port, noDelay: true });
    await new Promise((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new Connection(socket, ids, receive, fail);
  }

  /**
   * Send a message with a new `id`.
   * @param {object} message
   * @returns {object} the message as it was sent
   */
  send(message) {
    const sent = { ...message, id: this.#ids.next() };
    this.#open.push(sent);
    this.#socket.write(frame(sent));
    return sent;
  }

  /** Close the connection without a message to the server, as if the network had failed. */
  cut() {
    this.#socket.destroy();
    return this.closed;
  }

  #dispatch(message) {
    if (typeof message?.type !== "string") throw new ProtocolError("a message without type");
    if (!("replyTo" in message)) {
      this.#receive(message, null);
      return;
    }
    const request = this.#open.shift();
    if (request?.id !== message.replyTo) {
      throw new ProtocolError(`${message.type} answers ${message.replyTo}, not ${request?.id}`);
    }
    const expected = ANSWERS[request.type] ?? "ActionValid";
    if (message.type !== expected && message.type !== "Error") {
      throw new ProtocolError(`${request.type} was answered with ${message.type}`);
    }
    this.#receive(message, request);
  }
}
