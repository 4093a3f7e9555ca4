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
