import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey, type Key } from '../src/key.ts';
import { signAgain } from '../src/sign-again.ts';
import { writeTransaction } from '../src/write-transaction.ts';

let keys: [Key, Key];
let program: Address;
let lifetimes: { blockhash: string; lastValidBlockHeight: bigint }[];
beforeAll(async () => {
  keys = [await createKey(), await createKey()];
  program = (await createKey()).address;
  const blockhashes = [await createKey(), await createKey()];
  lifetimes = blockhashes.map(({ address }, index) => {
    return { blockhash: address, lastValidBlockHeight: BigInt(index) };
  });
});

const instruction = (bytes: number): Instruction => ({
  programAddress: program,
  accounts: [
    { address: keys[1].address, role: AccountRole.WRITABLE_SIGNER },
    { address: program, role: AccountRole.READONLY },
  ],
  data: new Uint8Array(bytes).fill(7),
});

// The larger one does not fit into a legacy transaction.
describe.each([
  ['of the legacy kind', 100],
  ['of version 1', 2_000],
])('a transaction %s', (_, bytes) => {
  test('equals a newly built transaction', () => {
    const [before, after] = lifetimes.map((lifetime) =>
      writeTransaction([instruction(bytes)], keys, lifetime as (typeof lifetimes)[number]),
    );
    if (!before || !after) throw new Error('there are two lifetimes');
    const again = signAgain(
      before,
      [...keys].reverse(),
      lifetimes[1] as (typeof lifetimes)[number],
    );
    expect(Buffer.from(again.wire)).toEqual(Buffer.from(after.wire));
    expect(again).toMatchObject({ signature: after.signature, lastValidBlockHeight: 1n });
    expect(again.signature).not.toBe(before.signature);
  });

  test('gets another price of compute units, if it has one', () => {
    const [first, second] = lifetimes as [(typeof lifetimes)[number], (typeof lifetimes)[number]];
    const write = (lifetime: typeof first, computeUnitPrice?: bigint) =>
      writeTransaction([instruction(bytes)], keys, lifetime, {
        computeUnitLimit: 3_000,
        ...(computeUnitPrice !== undefined && { computeUnitPrice }),
      });
    const raised = signAgain(write(first, 0n), keys, second, 70_000n);
    expect(Buffer.from(raised.wire)).toEqual(Buffer.from(write(second, 70_000n).wire));
    const without = signAgain(write(first), keys, second, 70_000n);
    expect(Buffer.from(without.wire)).toEqual(Buffer.from(write(second).wire));
  });

  test('is not signed without all of its signers', () => {
    const [first, second] = lifetimes as [(typeof lifetimes)[number], (typeof lifetimes)[number]];
    const before = writeTransaction([instruction(bytes)], keys, first);
    expect(() => signAgain(before, [keys[0]], second)).toThrow(RangeError);
    expect(() => signAgain(before, keys, { ...second, blockhash: 'none' })).toThrow(RangeError);
  });
});
