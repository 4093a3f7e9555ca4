// Compares our instructions with those of Pyth's SDK: the order and the rights of the accounts, and
// every byte of the data. The SDK's are in vectors/sdk-instructions.json (npm run vectors:sdk).
import { readFileSync } from 'node:fs';
import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import {
  getPostUpdateInstruction,
  getReclaimRentInstruction,
} from '../../../src/oracles/pyth/receiver-instructions.ts';
import { readSignedUpdates, type SignedUpdate } from '../../../src/oracles/pyth/signed-update.ts';
import { makeUpdate, priceAt } from '../support/pyth-updates.ts';

interface SdkInstruction {
  readonly receiver: Address;
  readonly payer: Address;
  readonly account: Address;
  readonly accounts: readonly { address: Address; isSigner: boolean; isWritable: boolean }[];
  readonly data: string;
}
interface SdkPost extends SdkInstruction {
  readonly wormhole: Address;
  readonly guardianSet: number;
  readonly signatures: number;
  readonly vaa: string;
  readonly message: string;
  readonly proof: readonly string[];
}

const url = new URL('../../../../../vectors/sdk-instructions.json', import.meta.url);
const sdk = JSON.parse(readFileSync(url, 'utf8')) as {
  readonly postUpdateAtomic: readonly SdkPost[];
  readonly reclaimRent: readonly SdkInstruction[];
};
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));

function expectSame(ours: Instruction, { receiver, accounts, data }: SdkInstruction): void {
  expect(ours.programAddress).toBe(receiver);
  expect(Buffer.from(ours.data ?? []).toString('base64')).toBe(data);
  expect(ours.accounts).toEqual(
    accounts.map(({ address, isSigner, isWritable }) => ({
      address,
      role: (isSigner ? AccountRole.READONLY_SIGNER : 0) | (isWritable ? AccountRole.WRITABLE : 0),
    })),
  );
}

describe('as Pyth’s SDK', () => {
  test.each(sdk.postUpdateAtomic)(
    'posts with $signatures signatures to $receiver',
    async (post) => {
      const { receiver, wormhole, payer, account, guardianSet, signatures } = post;
      const update: SignedUpdate = {
        vaa: { bytes: bytes(post.vaa), guardianSet, signatures },
        message: bytes(post.message),
        proof: post.proof.map(bytes),
        price: priceAt(0),
      };
      const input = { receiver, wormhole, payer, account, update };
      expectSame(await getPostUpdateInstruction(input), post);
    },
  );

  test.each(sdk.reclaimRent)('closes an account of $receiver', (reclaim) => {
    const { receiver, payer, account } = reclaim;
    expectSame(getReclaimRentInstruction(receiver, { payer, account }), reclaim);
  });
});

test('reads the index of the signers where the SDK does', () => {
  const [update] = readSignedUpdates(makeUpdate([priceAt(1)]));
  const vaa = Buffer.from(update?.vaa.bytes ?? []);
  expect(update?.vaa.guardianSet).toBe(vaa.readUInt32BE(1));
});
