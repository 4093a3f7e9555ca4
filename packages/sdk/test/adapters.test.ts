import {
  type Address,
  createNoopSigner,
  generateKeyPair,
  getAddressFromPublicKey,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { joinTransaction } from '@tote/chain/split-transaction';
import { compileTransaction } from '@tote/chain/write-transaction';
import { expect, test } from 'vitest';
import { decodeAddress, encodeBase58, fromHex, toHex } from '../src/bytes.ts';
import {
  type Signer,
  signerFromKeyFile,
  signerFromKeyPair,
  signerFromWallet,
} from '../src/index.ts';
import { readTransaction } from '../src/transaction.ts';

const BLOCKHASH = encodeBase58('09'.repeat(32));
const OTHER = encodeBase58('05'.repeat(32)) as Address;

/** Unsigned, paid by somebody else. */
function transactionFor(wallet: Address, isVersion0 = false): Uint8Array {
  const source = createNoopSigner(wallet);
  const transfer = getTransferSolInstruction({ source, destination: OTHER, amount: 1n });
  const lifetime = { blockhash: BLOCKHASH };
  const { message, signers } = compileTransaction([transfer], OTHER, lifetime, { isVersion0 });
  const signatures = signers.map(() => new Uint8Array(64));
  return new Uint8Array(joinTransaction({ message, signatures }));
}

async function expectSigns(signer: Signer, publicKey: CryptoKey): Promise<void> {
  const message = new TextEncoder().encode('Tote v1');
  const { subtle } = crypto;
  const signature = await signer.signMessage(message);
  expect(await subtle.verify('Ed25519', publicKey, signature as never, message)).toBe(true);
  for (const isVersion0 of [false, true]) {
    const unsigned = transactionFor(signer.address as Address, isVersion0);
    const before = unsigned.slice();
    const signed = readTransaction(await signer.signTransaction(unsigned));
    expect(unsigned).toEqual(before);
    expect(signed.signers).toEqual([OTHER, signer.address].map(decodeAddress));
    const [first, own] = signed.signatures as [string, string];
    expect(first).toBe('00'.repeat(64));
    expect(await subtle.verify('Ed25519', publicKey, fromHex(own), signed.message as never)).toBe(
      true,
    );
  }
}

type CryptoKey = Parameters<typeof crypto.subtle.verify>[1];

test('a key pair of kit signs messages and transactions of each version', async () => {
  const pair = await generateKeyPair();
  const signer = await signerFromKeyPair(pair as never);
  expect(signer.address).toBe(await getAddressFromPublicKey(pair.publicKey));
  await expectSigns(signer, pair.publicKey as never);
});

test('a key file signs, and one that is cut off is refused', async () => {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as never as {
    privateKey: CryptoKey;
    publicKey: CryptoKey;
  };
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const file = [...pkcs8.slice(-32), ...publicKey];
  const signer = await signerFromKeyFile(file);
  expect(signer.address).toBe(encodeBase58(toHex(publicKey)));
  await expectSigns(signer, pair.publicKey);
  await expect(signerFromKeyFile(file.slice(1))).rejects.toMatchObject({ code: 'input_invalid' });
});

test('a wallet of the Wallet Standard gets account, bytes and chain', async () => {
  const inner = await signerFromKeyPair((await generateKeyPair()) as never);
  const account = { address: inner.address };
  const asked: object[] = [];
  const features = {
    'solana:signMessage': {
      async signMessage(input: { message: Uint8Array }) {
        asked.push(input);
        return [
          { signature: await inner.signMessage(input.message), signedMessage: input.message },
        ];
      },
    },
    'solana:signTransaction': {
      async signTransaction(input: { transaction: Uint8Array }) {
        asked.push(input);
        return [{ signedTransaction: await inner.signTransaction(input.transaction) }];
      },
    },
  };
  const signer = signerFromWallet({ features }, account, 'solana:localnet');
  const message = new Uint8Array(3);
  const transaction = transactionFor(inner.address as Address);
  expect(await signer.signMessage(message)).toEqual(await inner.signMessage(message));
  expect(await signer.signTransaction(transaction)).toEqual(
    await inner.signTransaction(transaction),
  );
  expect(asked).toEqual([
    { account, message },
    { account, transaction, chain: 'solana:localnet' },
  ]);
  const poor = signerFromWallet({ features: {} }, account);
  await expect(poor.signMessage(message)).rejects.toMatchObject({ code: 'input_invalid' });
});
