// The byte strings that wallets sign for a text. Software wallets sign the text itself. Ledger and
// wallets with off-chain messages add a header whose first byte cannot start a transaction. The
// Solana off-chain message proposal has the layouts.
const SIGNING_DOMAIN = Buffer.from('\xffsolana offchain', 'latin1');
/** Longer text may not fit the limited formats, nor a Ledger. */
const LIMITED_BYTES_MAX = 1_100;
const TEXT_BYTES_MAX = 65_535;
const APPLICATION_DOMAIN = Buffer.alloc(32);

const ASCII = 0;
const UTF8_LIMITED = 1;
const UTF8_EXTENDED = 2;

/** Every accepted form of the text, the most common first. Ledger takes a line feed for ASCII. */
export function* signedForms(text: Uint8Array, publicKey: Uint8Array): Generator<Uint8Array> {
  yield text;
  if (text.length > TEXT_BYTES_MAX) return;
  const formats = [UTF8_LIMITED, ASCII];
  if (text.length > LIMITED_BYTES_MAX) formats.push(UTF8_EXTENDED);
  for (const format of formats) yield ledgerForm(text, format);
  for (const format of formats) yield versionZeroForm(text, publicKey, format);
  yield versionOneForm(text, publicKey);
}

const HEADER_BYTES = [20, 50, 85];

export function readSignedText(bytes: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined {
  // No text in UTF-8 begins with it.
  if (bytes[0] !== SIGNING_DOMAIN[0]) return bytes;
  for (const header of HEADER_BYTES) {
    const text = bytes.subarray(header);
    for (const form of signedForms(text, publicKey)) {
      if (form !== text && Buffer.compare(form, bytes) === 0) return text;
    }
  }
  return undefined;
}

function ledgerForm(text: Uint8Array, format: number): Uint8Array {
  return Buffer.concat([SIGNING_DOMAIN, Buffer.from([0, format]), length(text), text]);
}

function versionZeroForm(text: Uint8Array, publicKey: Uint8Array, format: number): Uint8Array {
  const signers = Buffer.concat([Buffer.from([1]), publicKey]);
  const head = [SIGNING_DOMAIN, Buffer.from([0]), APPLICATION_DOMAIN, Buffer.from([format])];
  return Buffer.concat([...head, signers, length(text), text]);
}

function versionOneForm(text: Uint8Array, publicKey: Uint8Array): Uint8Array {
  return Buffer.concat([SIGNING_DOMAIN, Buffer.from([1, 1]), publicKey, text]);
}

function length(text: Uint8Array): Uint8Array {
  return Buffer.from([text.length & 0xff, text.length >> 8]);
}
