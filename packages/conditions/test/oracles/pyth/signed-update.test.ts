import { readFileSync } from 'node:fs';
import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import {
  getPostUpdateInstruction,
  getReclaimRentInstruction,
} from '../../../src/oracles/pyth/receiver-instructions.ts';
import { readSignedUpdates, type SignedUpdate } from '../../../src/oracles/pyth/signed-update.ts';
import {
  encodeMessage,
  GUARDIAN_SET,
  makeUpdate,
  priceAt,
  QUORUM,
  verifyUpdate,
} from '../support/pyth-updates.ts';

const SECOND = 1_790_000_000;
const OTHER = 'ab'.repeat(32);

describe('an update', () => {
  test('has every field of its prices, and what verifies them', () => {
    const prices = [
      priceAt(SECOND, { price: -(2n ** 63n), confidence: 2n ** 64n - 1n, exponent: -12 }),
      priceAt(SECOND, { feedId: OTHER, price: 2n ** 63n - 1n, emaPrice: -1n }),
    ];
    const updates = readSignedUpdates(makeUpdate(prices));
    expect(updates.map(({ price }) => price)).toEqual(prices);
    for (const { vaa, message, proof } of updates) {
      expect(vaa).toMatchObject({ guardianSet: GUARDIAN_SET, signatures: QUORUM });
      expect(verifyUpdate(vaa.bytes, { message, proof })).toBe(QUORUM);
    }
  });

  test('of another price has no proof', () => {
    const [update] = readSignedUpdates(makeUpdate([priceAt(SECOND)]));
    const { vaa, proof } = update as NonNullable<typeof update>;
    const message = encodeMessage(priceAt(SECOND, { price: 1n }));
    expect(() => verifyUpdate(vaa.bytes, { message, proof })).toThrow('InvalidPriceUpdate');
  });

  test('may have messages that are no prices, which are left out', () => {
    const twap = Buffer.concat([Buffer.from([1]), Buffer.alloc(80, 9)]);
    const updates = readSignedUpdates(makeUpdate([priceAt(SECOND)], { others: [twap] }));
    expect(updates.map(({ price }) => price)).toEqual([priceAt(SECOND)]);
  });

  test('may have fields that are newer than this code', () => {
    const bytes = makeUpdate([priceAt(SECOND)]);
    // A higher minor version, with three bytes in the field for additions.
    const grown = Buffer.concat([
      ...[bytes.subarray(0, 5), Buffer.from([7, 3, 1, 2, 3]), bytes.subarray(7)],
    ]);
    expect(readSignedUpdates(grown)).toHaveLength(1);
  });
});

describe('refuses', () => {
  const bytes = makeUpdate([priceAt(SECOND)]);
  const change = (at: number, value: number) => {
    const changed = Buffer.from(bytes);
    changed[at] = value;
    return changed;
  };

  test.each([
    ['another magic', change(0, 0x51), /no update/],
    ['another major version', change(4, 2), /version/],
    ['another type of proof', change(7, 1), /another type/],
    ['another version of the VAA', change(10, 2), /version of its VAA/],
    ['a VAA without signatures', change(15, 0), /too short/],
    ['more signatures than there are', change(15, 255), /too short/],
    ['a longer text', Buffer.concat([bytes, Buffer.alloc(1)]), /longer/],
    ['nothing', Buffer.alloc(0), /too early/],
  ])('%s', (_name, changed, reason) => {
    expect(() => readSignedUpdates(changed)).toThrow(reason);
  });

  test('every shorter text', () => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(() => readSignedUpdates(bytes.subarray(0, length))).toThrow(RangeError);
    }
  });
});

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
