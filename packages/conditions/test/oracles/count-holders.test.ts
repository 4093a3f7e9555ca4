import { type Address, address, getAddressDecoder } from '@solana/kit';
import { expect, test } from 'vitest';
import { countHolders } from '../../src/oracles/count-holders.ts';
import { mintAccount, patched, tokenAccount } from './support/dumps.ts';

const mint = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const other = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const wallet = (number: number): Address =>
  getAddressDecoder().decode(new Uint8Array(32).fill(number));
const holding = (number: number, amount: bigint, of: Address = mint) =>
  tokenAccount(wallet(100 + number), { mint: of, owner: wallet(number), amount });

const rule = { mint, minimumBaseUnits: 0n, excludedOwners: new Set<Address>() };

test('several accounts of one owner are one holder; empty accounts do not count', () => {
  const accounts = [holding(1, 5n), holding(1, 7n), holding(2, 1n), holding(3, 0n)];
  expect(countHolders(accounts, rule)).toEqual({
    mint,
    count: 2n,
    minimumBaseUnits: 0n,
    isComplete: true,
  });
});

test('the minimum applies to the sum of an owner’s accounts', () => {
  const accounts = [holding(1, 5n), holding(1, 5n), holding(2, 9n), holding(3, 10n)];
  expect(countHolders(accounts, { ...rule, minimumBaseUnits: 10n }).count).toBe(2n);
});

test('pools, other mints, mints and invalid accounts are not holders', () => {
  const excludedOwners = new Set([wallet(1)]);
  const broken = patched(holding(4, 5n), 108, [0]);
  const accounts = [holding(1, 5n), holding(2, 5n, other), mintAccount(mint), broken];
  expect(countHolders(accounts, { ...rule, excludedOwners }).count).toBe(0n);
});
