// Base58 as Solana writes addresses and signatures. The client libraries' codecs take 30 to 60 µs,
// as long as everything else that a bet needs; this one works with four digits and three bytes at
// a time, because 58^4 times 2^24 is far below 2^53.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGITS = 4;
const DIGITS_LIMB = 58 ** DIGITS;
const BYTES = 3;
const BYTES_LIMB = 256 ** BYTES;

/** The digit of each character code, -1 for none. */
const VALUES = new Int8Array(128).fill(-1);
for (let digit = 0; digit < ALPHABET.length; digit += 1) VALUES[ALPHABET.charCodeAt(digit)] = digit;

export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros += 1;
  const limbs: number[] = [];
  for (let at = zeros; at < bytes.length; at += BYTES) {
    const end = Math.min(at + BYTES, bytes.length);
    let value = 0;
    for (let i = at; i < end; i += 1) value = value * 256 + (bytes[i] as number);
    multiplyAndAdd(limbs, DIGITS_LIMB, 256 ** (end - at), value);
  }
  let text = '';
  for (const limb of limbs) {
    let rest = limb;
    for (let d = 0; d < DIGITS; d += 1) {
      text = (ALPHABET[rest % 58] as string) + text;
      rest = Math.floor(rest / 58);
    }
  }
  let start = 0;
  while (start < text.length && text[start] === '1') start += 1;
  return '1'.repeat(zeros) + text.slice(start);
}

/** Exactly so many bytes, or undefined if the text does not name them. */
export function decodeBase58(text: string, length: number): Uint8Array | undefined {
  // Base58 needs at most 1.37 characters per byte; a longer text is not worth multiplying out.
  if (text.length > Math.ceil(length * 1.37) + 1) return undefined;
  let zeros = 0;
  while (zeros < text.length && text[zeros] === '1') zeros += 1;
  const limbs: number[] = [];
  for (let at = zeros; at < text.length; at += DIGITS) {
    const end = Math.min(at + DIGITS, text.length);
    let value = 0;
    for (let i = at; i < end; i += 1) {
      const digit = VALUES[text.charCodeAt(i)] ?? -1;
      if (digit < 0) return undefined;
      value = value * 58 + digit;
    }
    multiplyAndAdd(limbs, BYTES_LIMB, 58 ** (end - at), value);
  }
  const significant = significantBytes(limbs);
  if (zeros + significant !== length) return undefined;
  const bytes = new Uint8Array(length);
  for (let i = 0; i < significant; i += 1) {
    const limb = limbs[Math.floor(i / BYTES)] as number;
    bytes[length - 1 - i] = limb >>> (8 * (i % BYTES));
  }
  return bytes;
}

/** On a number in limbs, the lowest first. */
function multiplyAndAdd(limbs: number[], limb: number, factor: number, summand: number): void {
  let carry = summand;
  for (let i = 0; i < limbs.length; i += 1) {
    const value = (limbs[i] as number) * factor + carry;
    carry = Math.floor(value / limb);
    limbs[i] = value - carry * limb;
  }
  while (carry > 0) {
    limbs.push(carry % limb);
    carry = Math.floor(carry / limb);
  }
}

function significantBytes(limbs: readonly number[]): number {
  const highest = limbs.at(-1);
  if (highest === undefined) return 0;
  const inHighest = highest > 0xffff ? 3 : highest > 0xff ? 2 : 1;
  return (limbs.length - 1) * BYTES + inHighest;
}
