import { expect, test } from 'vitest';
import { keyBytes } from '../../src/ledger/key.ts';
import { SLOT_HASHES_SYSVAR } from '../../src/ledger/known-addresses.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { createTestLedger, passSlots } from '../support/memory-ledger.ts';

function readSlots(ledger: Ledger): bigint[] {
  const { data } = ledger.getAccount(SLOT_HASHES_SYSVAR, 'processed') ?? { data: [] };
  const bytes = Buffer.from(data);
  expect(bytes).toHaveLength(20_488);
  const count = Number(bytes.readBigUInt64LE());
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * 40;
    const slot = bytes.readBigUInt64LE(at);
    const hash = bytes.subarray(at + 8, at + 40);
    expect(hash.equals(keyBytes(ledger.blockhashes.of(slot)))).toBe(true);
    return slot;
  });
}

test('the sysvar has the last 512 slots before the current one, newest first', async () => {
  const { ledger } = await createTestLedger();
  expect(readSlots(ledger)).toEqual([0n]);
  passSlots(ledger, 2);
  expect(readSlots(ledger)).toEqual([2n, 1n, 0n]);
  passSlots(ledger, 600);
  const { slot } = ledger.clock;
  const expected = Array.from({ length: 512 }, (_, index) => slot - 1n - BigInt(index));
  expect(readSlots(ledger)).toEqual(expected);
});
