/**
 * A QR code for a short text: byte mode, error correction level M, versions 1 to 6 (ISO/IEC 18004).
 * The mask is always number 0; readers find it in the format information.
 */

/** By version: data codewords per block, error correction codewords per block, blocks. */
const VERSIONS: [number, number, number][] = [
  [16, 10, 1],
  [28, 16, 1],
  [44, 26, 1],
  [32, 18, 2],
  [43, 24, 2],
  [27, 16, 4],
];
/** Level M and mask 0, with their error correction bits. */
const FORMAT = 0x5412;
const POLYNOMIAL = 0x11d;

/** Return the modules of the code, true for dark; null if the text is too long (over 106 bytes). */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([data, , blocks]) => data * blocks >= bytes.length + 2) + 1;
  if (version === 0) return null;
  const matrix = new Matrix(version);
  matrix.fill(codewords(bytes, VERSIONS[version - 1]!));
  return matrix.dark;
}

/** Return data and error correction codewords, interleaved by block. */
function codewords(bytes: Uint8Array, [size, correction, blocks]: [number, number, number]): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, 8);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, size * blocks * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, index) => parseInt(bits.slice(index * 8, index * 8 + 8).join(""), 2));
  for (let pad = 0xec; data.length < size * blocks; pad ^= 0xec ^ 0x11) data.push(pad);
  const parts = Array.from({ length: blocks }, (_, index) => data.slice(index * size, (index + 1) * size));
  return [...interleave(parts), ...interleave(parts.map((part) => remainder(part, correction)))];
}

function interleave(parts: number[][]): number[] {
  return parts[0]!.flatMap((_, index) => parts.map((part) => part[index]!));
}

function multiply(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * POLYNOMIAL);
    if ((right >> bit) & 1) product ^= left;
  }
  return product;
}

/** Return the Reed–Solomon codewords of a block. */
function remainder(data: number[], degree: number): number[] {
  let generator = [1];
  let root = 1;
  for (let index = 0; index < degree; index += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, position) => (next[position + 1]! ^= multiply(factor, root)));
    generator = next;
    root = multiply(root, 2);
  }
  const rest = [...data, ...Array<number>(degree).fill(0)];
  data.forEach((_, index) => {
    const factor = rest[index]!;
    generator.forEach((value, position) => (rest[index + position]! ^= multiply(value, factor)));
  });
  return rest.slice(data.length);
}

class Matrix {
  readonly size: number;
  readonly dark: boolean[][];
  readonly #reserved: boolean[][];

  constructor(version: number) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    this.#reserved = this.dark.map((row) => [...row]);
    this.#drawPatterns(version);
  }

  #set(row: number, column: number, dark: boolean): void {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
    this.dark[row]![column] = dark;
    this.#reserved[row]![column] = true;
  }

  /** Draw a square pattern around a centre: dark where the distance is in the list. */
  #square(row: number, column: number, radius: number, rings: number[]): void {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        this.#set(row + dy, column + dx, rings.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  #drawPatterns(version: number): void {
    const end = this.size - 1;
    for (let index = 8; index < end - 7; index += 1) {
      this.#set(6, index, index % 2 === 0);
      this.#set(index, 6, index % 2 === 0);
    }
    for (const [row, column] of [[3, 3], [3, end - 3], [end - 3, 3]] as const) this.#square(row, column, 4, [0, 1, 3]);
    if (version > 1) this.#square(end - 6, end - 6, 2, [0, 2]);
    for (let bit = 0; bit < 15; bit += 1) {
      const dark = ((FORMAT >> bit) & 1) === 1;
      const near = bit < 6 ? bit : bit < 8 ? bit + 1 : 0;
      if (bit < 8) this.#set(near, 8, dark);
      else this.#set(8, bit === 8 ? 7 : 14 - bit, dark);
      if (bit < 8) this.#set(8, end - bit, dark);
      else this.#set(end - 14 + bit, 8, dark);
    }
    this.#set(end - 7, 8, true);
  }

  /** Write the codewords in columns of two, upwards and downwards from the right, with the mask. */
  fill(words: number[]): void {
    let bit = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const upwards = ((right + 1) & 2) === 0;
        const row = upwards ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.#reserved[row]![column]) continue;
          const value = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
          this.dark[row]![column] = (value === 1) !== ((row + column) % 2 === 0);
          bit += 1;
        }
      }
    }
  }
}
