/** The check of the shuffles: the seed after the match has the hash that was shown before it. */

/** Return true or false, or null if the hash is unknown or the page may not compute it (no TLS). */
export async function isFair(seed: string, seedHash: string): Promise<boolean | null> {
  if (seed === "" || seedHash === "" || !/^([0-9a-f]{2})+$/i.test(seed)) return null;
  const bytes = Uint8Array.from(seed.match(/../g)!, (pair) => parseInt(pair, 16));
  return hex(await sha256(bytes)) === seedHash.toLowerCase();
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the SHA-256 of bytes. Pages without TLS have no `crypto.subtle`; they use `digest`. */
async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (globalThis.crypto?.subtle !== undefined) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return digest(bytes);
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

/** The first 32 bits of the fractions of roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function constants(count: number, root: number): number[] {
  const words: number[] = [];
  for (let candidate = 2; words.length < count; candidate += 1) {
    if ([...Array(candidate).keys()].slice(2).some((divisor) => candidate % divisor === 0)) continue;
    const value = candidate ** (1 / root);
    words.push(((value - Math.floor(value)) * 2 ** 32) | 0);
  }
  return words;
}

/** SHA-256 of FIPS 180-4 in plain JavaScript. */
export function digest(bytes: Uint8Array): Uint8Array {
  const k = constants(64, 3);
  const state = constants(8, 2);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  for (let offset = 0; offset < padded.length; offset += 64) compress(state, k, view, offset);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => out.setUint32(index * 4, word));
  return new Uint8Array(out.buffer);
}

function compress(state: number[], k: number[], view: DataView, offset: number): void {
  const w: number[] = [];
  for (let t = 0; t < 64; t += 1) {
    if (t < 16) {
      w.push(view.getInt32(offset + t * 4));
      continue;
    }
    const [x, y] = [w[t - 15]!, w[t - 2]!];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w.push((w[t - 16]! + s0 + w[t - 7]! + s1) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[t]! + w[t]!) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = (state[index]! + word) | 0));
}
