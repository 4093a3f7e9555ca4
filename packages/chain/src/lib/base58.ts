// Base58 of addresses and signatures. The codecs of the client libraries cost more than executing a
// transaction. This one works with four digits or three bytes at a time: 58^4 times 2^24 is far
// below 2^53.
const ALPHABET = Buffer.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
const ONE = ALPHABET[0] as number;
const DIGITS = 4;
const DIGITS_LIMB = 58 ** DIGITS;
const BYTES = 3;
const BYTES_LIMB = 256 ** BYTES;
const POWERS_OF_58 = [1, 58, 58 ** 2, 58 ** 3, 58 ** 4];
const POWERS_OF_256 = [1, 256, 256 ** 2, 256 ** 3];

const VALUES = new Uint8Array(256).fill(255);
ALPHABET.forEach((character, value) => {
  VALUES[character] = value;
});

let limbs = new Float64Array(64);
let characters = Buffer.allocUnsafeSlow(256);

export function encodeBase58(bytes: Uint8Array): string {
  const { length } = bytes;
  growBuffers(length);
  let zeros = 0;
  while (zeros < length && bytes[zeros] === 0) zeros += 1;
  let count = 0;
  for (let at = zeros; at < length; at += BYTES) {
    const end = Math.min(at + BYTES, length);
    let value = 0;
    for (let i = at; i < end; i += 1) value = value * 256 + (bytes[i] as number);
    count = multiplyAndAdd(count, DIGITS_LIMB, POWERS_OF_256[end - at] as number, value);
  }
  let end = characters.length;
  for (let i = 0; i < count; i += 1) {
    let limb = limbs[i] as number;
    for (let digit = 0; digit < DIGITS; digit += 1) {
      const rest = Math.floor(limb / 58);
      end -= 1;
      characters[end] = ALPHABET[limb - rest * 58] as number;
      limb = rest;
    }
  }
  // Leading zeros of the highest limb are dropped. Each leading zero byte becomes a `1`.
  while (end < characters.length && characters[end] === ONE) end += 1;
  characters.fill(ONE, end - zeros, end);
  return characters.toString('latin1', end - zeros);
}

/** The bytes; undefined if the text is not base58 or has more than `bytesMax` bytes. */
export function decodeBase58(text: string, bytesMax: number): Uint8Array | undefined {
  const { length } = text;
  // Base58 needs at most 1.37 characters per byte, so a longer text is rejected at once.
  if (length > Math.ceil(bytesMax * 1.37) + 1) return undefined;
  growBuffers(length);
  let zeros = 0;
  while (zeros < length && text.charCodeAt(zeros) === ONE) zeros += 1;
  let count = 0;
  for (let at = zeros; at < length; at += DIGITS) {
    const end = Math.min(at + DIGITS, length);
    let value = 0;
    for (let i = at; i < end; i += 1) {
      const digit = VALUES[text.charCodeAt(i)] ?? 255;
      if (digit === 255) return undefined;
      value = value * 58 + digit;
    }
    count = multiplyAndAdd(count, BYTES_LIMB, POWERS_OF_58[end - at] as number, value);
  }
  const significant = significantBytes(count);
  if (zeros + significant > bytesMax) return undefined;
  const result = new Uint8Array(zeros + significant);
  for (let i = 0; i < significant; i += 1) {
    const limb = limbs[Math.floor(i / BYTES)] as number;
    result[result.length - 1 - i] = limb >>> (8 * (i % BYTES));
  }
  return result;
}

function growBuffers(length: number): void {
  if (length <= limbs.length) return;
  limbs = new Float64Array(length);
  characters = Buffer.allocUnsafeSlow(length * DIGITS);
}

/** Changes the number in the first `count` limbs, lowest first. Returns its new limb count. */
function multiplyAndAdd(count: number, limb: number, factor: number, summand: number): number {
  let carry = summand;
  for (let i = 0; i < count; i += 1) {
    const value = (limbs[i] as number) * factor + carry;
    carry = Math.floor(value / limb);
    limbs[i] = value - carry * limb;
  }
  let grown = count;
  for (; carry > 0; grown += 1) {
    const rest = Math.floor(carry / limb);
    limbs[grown] = carry - rest * limb;
    carry = rest;
  }
  return grown;
}

function significantBytes(count: number): number {
  if (count === 0) return 0;
  const highest = limbs[count - 1] as number;
  const inHighest = highest > 0xffff ? 3 : highest > 0xff ? 2 : 1;
  return (count - 1) * BYTES + inHighest;
}

export function decodeBase58Exactly(text: string, length: number): Uint8Array | undefined {
  const bytes = decodeBase58(text, length);
  return bytes?.length === length ? bytes : undefined;
}
