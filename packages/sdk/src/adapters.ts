// Signers for the common kinds of wallets, without a wallet library.
import { decodeAddress, encodeBase58, fromHex, toHex } from './bytes.ts';
import { refuseInput } from './errors.ts';
import type { Signer } from './signer.ts';
import { readTransaction } from './transaction.ts';

type Feature = Readonly<Record<string, (input: object) => Promise<readonly object[]>>>;

/** A connected account of a browser wallet. `chain` is, for instance, `solana:mainnet`. */
export function signerFromWallet(
  { features }: { readonly features: Readonly<Record<string, unknown>> },
  account: { readonly address: string },
  chain?: string,
): Signer {
  const ask = async (name: string, input: object) => {
    const feature = features[`solana:${name}`] as Feature | undefined;
    if (!feature) throw refuseInput(`The wallet has no solana:${name}.`);
    const [answer] = (await feature[name]?.({ account, ...input })) ?? [];
    return answer as { readonly signature: Uint8Array; readonly signedTransaction: Uint8Array };
  };
  return {
    address: account.address,
    signMessage: async (message) => (await ask('signMessage', { message })).signature,
    signTransaction: async (transaction) =>
      (await ask('signTransaction', { transaction, ...(chain && { chain }) })).signedTransaction,
  };
}

type Key = Parameters<typeof crypto.subtle.sign>[1];

const ED25519 = 'Ed25519';

/** A WebCrypto key pair, as kit creates them. */
export async function signerFromKeyPair(pair: {
  readonly privateKey: Key;
  readonly publicKey: Key;
}): Promise<Signer> {
  const publicKey = await crypto.subtle.exportKey('raw', pair.publicKey);
  const address = encodeBase58(toHex(new Uint8Array(publicKey)));
  const signMessage = async (message: Uint8Array) =>
    new Uint8Array(await crypto.subtle.sign(ED25519, pair.privateKey, message.slice()));
  return {
    address,
    signMessage,
    async signTransaction(transaction) {
      const { message, signers, signaturesAt } = readTransaction(transaction);
      const index = signers.indexOf(decodeAddress(address));
      const signed = transaction.slice();
      signed.set(await signMessage(message), signaturesAt + 64 * index);
      return signed;
    },
  };
}

/** The PKCS #8 prefix of a 32-byte private key. */
const PKCS8_HEAD = '302e020100300506032b657004220420';

/** The 64 numbers of a Solana key file, private and public key: `JSON.parse` of its text. */
export async function signerFromKeyFile(numbers: ArrayLike<number>): Promise<Signer> {
  const hex = toHex(Uint8Array.from(numbers));
  if (hex.length !== 128) throw refuseInput('A key file has 64 numbers.');
  const { subtle } = crypto;
  const pkcs8 = fromHex(PKCS8_HEAD + hex.slice(0, 64));
  const privateKey = await subtle.importKey('pkcs8', pkcs8, ED25519, false, ['sign']);
  const publicKey = await subtle.importKey('raw', fromHex(hex.slice(64)), ED25519, true, [
    'verify',
  ]);
  return signerFromKeyPair({ privateKey, publicKey });
}
