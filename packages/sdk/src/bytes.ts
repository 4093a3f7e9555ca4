// Bytes as hex text: it can be compared, joined and sliced like any text.

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function textToHex(text: string): string {
  return toHex(new TextEncoder().encode(text));
}

export function reverse(hex: string): string {
  return (hex.match(/../g) ?? []).reverse().join('');
}

export function littleEndian(value: bigint | number, bytes: number): string {
  return reverse(value.toString(16).padStart(2 * bytes, '0'));
}

/** Uses WebCrypto, which pages have only over HTTPS and on localhost. */
export async function sha256(hex: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', fromHex(hex))));
}

/** 32 random characters. Pages without HTTPS have no `randomUUID`. */
export function randomId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** Empty if the text is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

// Addresses: base58 outside, hex inside. The addresses of the program's accounts are derived here,
// so that the service need not be trusted.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const P = 2n ** 255n - 19n;

export function encodeBase58(hex: string): string {
  let text = '';
  for (let value = BigInt(`0x0${hex}`); value > 0n; value /= 58n) {
    text = ALPHABET[Number(value % 58n)] + text;
  }
  const [zeros = ''] = /^(?:00)*/.exec(hex) ?? [];
  return '1'.repeat(zeros.length / 2) + text;
}

/** 32 bytes in hex. Text that is not an address gives a value that equals no address. */
export function decodeAddress(text: string): string {
  let value = 0n;
  for (const character of text) value = value * 58n + BigInt(ALPHABET.indexOf(character));
  return value.toString(16).padStart(64, '0');
}

/** A program derived address, the first hash that is not a key; all values in hex. */
export async function deriveAddress(program: string, ...seeds: readonly string[]): Promise<string> {
  for (let bump = 255; ; bump -= 1) {
    const parts = [...seeds, bump.toString(16).padStart(2, '0'), program];
    const hash = await sha256(parts.join('') + textToHex('ProgramDerivedAddress'));
    if (!isOnCurve(hash)) return hash;
  }
}

/**
 * Whether x² = (y² - 1) / (d y² + 1) has a solution, by Euler's criterion. As d is -121665/121666,
 * and a square stays one when it is multiplied by squares, no division is needed.
 */
function isOnCurve(hex: string): boolean {
  const y = BigInt(`0x${reverse(hex)}`) % 2n ** 255n;
  const square = (y * y) % P;
  let power = ((square - 1n) * (121666n - 121665n * square) * 121666n) % P;
  if (power < 0n) power += P;
  let result = 1n;
  for (let exponent = (P - 1n) / 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * power) % P;
    power = (power * power) % P;
  }
  return result <= 1n;
}
