// What a wallet really signs when it is asked to sign a text. Software wallets sign the text
// itself; Ledger and wallets with off-chain messages put a header in front, whose first byte can
// never begin a transaction. The layouts are in docs of the Solana off-chain message proposal.
const SIGNING_DOMAIN = Buffer.from('\xffsolana offchain', 'latin1');
/** A header and more text than this may be too long for the limited formats, and for a Ledger. */
const LIMITED_BYTES_MAX = 1_100;
const TEXT_BYTES_MAX = 65_535;
/** Wallets name the application by 32 bytes of its choice. Ours is none. */
const APPLICATION_DOMAIN = Buffer.alloc(32);

const ASCII = 0;
const UTF8_LIMITED = 1;
const UTF8_EXTENDED = 2;

/**
 * Every form of the text that counts as signed, the most common first. A line feed is not
 * restricted ASCII by the letter, but Ledger's application takes it as such; the text is the same
 * either way.
 */
export function* signedForms(text: Uint8Array, publicKey: Uint8Array): Generator<Uint8Array> {
  yield text;
  if (text.length > TEXT_BYTES_MAX) return;
  const formats = [UTF8_LIMITED, ASCII];
  if (text.length > LIMITED_BYTES_MAX) formats.push(UTF8_EXTENDED);
  for (const format of formats) yield ledgerForm(text, format);
  for (const format of formats) yield versionZeroForm(text, publicKey, format);
  yield versionOneForm(text, publicKey);
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
