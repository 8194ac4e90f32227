/**
 * Encodes and decodes the msgpack values that docs/protocol.md allows: nil, bool, int, text,
 * list and map with text keys. Every other value is an error, in both directions.
 *
 * A map is decoded to an object without prototype, so that no key has a special meaning.
 */

const UTF8_OUT = new TextEncoder();
const UTF8_IN = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Raised for values and bytes that the protocol does not allow. */
export class MsgpackError extends Error {}

/**
 * Encode a value.
 * @param {unknown} value
 * @returns {Buffer}
 */
export function encode(value) {
  const parts = [];
  write(value, parts);
  return Buffer.concat(parts);
}

function write(value, parts) {
  if (value === null) parts.push(Buffer.of(0xc0));
  else if (value === false) parts.push(Buffer.of(0xc2));
  else if (value === true) parts.push(Buffer.of(0xc3));
  else if (typeof value === "number") parts.push(integer(value));
  else if (typeof value === "string") writeText(value, parts);
  else if (Array.isArray(value)) {
    parts.push(header(value.length, 0x90, 15, [0xdc, 0xdd]));
    for (const entry of value) write(entry, parts);
  } else if (typeof value === "object") {
    const entries = Object.entries(value);
    parts.push(header(entries.length, 0x80, 15, [0xde, 0xdf]));
    for (const [key, entry] of entries) {
      writeText(key, parts);
      write(entry, parts);
    }
  } else throw new MsgpackError(`no value of the protocol: ${typeof value}`);
}

function writeText(text, parts) {
  const bytes = UTF8_OUT.encode(text);
  if (bytes.length > 31 && bytes.length < 256) parts.push(Buffer.of(0xd9, bytes.length));
  else parts.push(header(bytes.length, 0xa0, 31, [0xda, 0xdb]));
  parts.push(Buffer.from(bytes));
}

/** Return the format byte and the length: in the byte itself, or in 16 or 32 bits after it. */
function header(length, short, shortest, [format16, format32]) {
  if (length <= shortest) return Buffer.of(short | length);
  const bytes = Buffer.alloc(length < 0x10000 ? 3 : 5);
  bytes[0] = length < 0x10000 ? format16 : format32;
  bytes.writeUIntBE(length, 1, bytes.length - 1);
  return bytes;
}

function integer(value) {
  if (!Number.isSafeInteger(value)) throw new MsgpackError(`no int of the protocol: ${value}`);
  if (value >= 0 && value < 0x80) return Buffer.of(value);
  if (value < 0 && value >= -0x20) return Buffer.of(0x100 + value);
  const bytes = Buffer.alloc(9);
  bytes[0] = 0xd3;
  bytes.writeBigInt64BE(BigInt(value), 1);
  return bytes;
}

/**
 * Decode exactly one value; additional bytes are an error.
 * @param {Buffer} bytes
 */
export function decode(bytes) {
  const reader = new Reader(bytes);
  const value = reader.value();
  if (reader.position !== bytes.length) throw new MsgpackError("bytes after the value");
  return value;
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.position = 0;
  }

  /** Return the next `size` bytes. */
  take(size) {
    const end = this.position + size;
    if (end > this.bytes.length) throw new MsgpackError("the value is incomplete");
    const taken = this.bytes.subarray(this.position, end);
    this.position = end;
    return taken;
  }

  unsigned(size) {
    return this.take(size).readUIntBE(0, size);
  }

  value() {
    const format = this.unsigned(1);
    if (format < 0x80) return format;
    if (format < 0x90) return this.map(format & 0x0f);
    if (format < 0xa0) return this.list(format & 0x0f);
    if (format < 0xc0) return this.text(format & 0x1f);
    if (format >= 0xe0) return format - 0x100;
    switch (format) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xcc: return this.unsigned(1);
      case 0xcd: return this.unsigned(2);
      case 0xce: return this.unsigned(4);
      case 0xcf: return safe(this.take(8).readBigUInt64BE());
      case 0xd0: return this.take(1).readInt8();
      case 0xd1: return this.take(2).readInt16BE();
      case 0xd2: return this.take(4).readInt32BE();
      case 0xd3: return safe(this.take(8).readBigInt64BE());
      case 0xd9: return this.text(this.unsigned(1));
      case 0xda: return this.text(this.unsigned(2));
      case 0xdb: return this.text(this.unsigned(4));
      case 0xdc: return this.list(this.unsigned(2));
      case 0xdd: return this.list(this.unsigned(4));
      case 0xde: return this.map(this.unsigned(2));
      case 0xdf: return this.map(this.unsigned(4));
      default: throw new MsgpackError(`format 0x${format.toString(16)} is not allowed`);
    }
  }

  text(size) {
    return UTF8_IN.decode(this.take(size));
  }

  list(length) {
    const list = [];
    for (let index = 0; index < length; index += 1) list.push(this.value());
    return list;
  }

  map(length) {
    const map = Object.create(null);
    for (let index = 0; index < length; index += 1) {
      const key = this.value();
      if (typeof key !== "string") throw new MsgpackError("a key of a map is not text");
      if (key in map) throw new MsgpackError(`the key ${key} occurs twice`);
      map[key] = this.value();
    }
    return map;
  }
}

function safe(value) {
  const number = Number(value);
  if (!Number.isSafeInteger(number) && number !== 2 ** 53) {
    throw new MsgpackError(`the int ${value} is too large`);
  }
  return number;
}
