import { type Address, address, getAddressDecoder } from '@solana/kit';
import { expect, test } from 'vitest';
import { countHolders, listHoldings } from '../../src/oracles/count-holders.ts';
import { CPMM_PROGRAM } from '../../src/oracles/programs.ts';
import { renderSampleText } from '../../src/render-sample.ts';
import { readSampleText } from '../../src/sampled-evidence.ts';
import { mintAccount, patched, sampleOf, tokenAccount } from './support/dumps.ts';

const mint = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const other = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const wallet = (number: number): Address =>
  getAddressDecoder().decode(new Uint8Array(32).fill(number));
const holding = (number: number, amount: bigint, of: Address = mint) =>
  tokenAccount(wallet(100 + number), { mint: of, owner: wallet(number), amount });

const rule = { mint, minimumBaseUnits: 0n, pools: new Map<Address, Address>() };
const count = (accounts: Parameters<typeof listHoldings>[0], change: Partial<typeof rule> = {}) =>
  countHolders(listHoldings(accounts, mint), { ...rule, ...change });

test('several accounts of one owner are one holder; empty accounts do not count', () => {
  const accounts = [holding(1, 5n), holding(1, 7n), holding(2, 1n), holding(3, 0n)];
  expect(count(accounts)).toEqual({
    mint,
    count: 2n,
    minimumBaseUnits: 0n,
    isComplete: true,
  });
});

test('the minimum applies to the sum of an owner’s accounts', () => {
  const accounts = [holding(1, 5n), holding(1, 5n), holding(2, 9n), holding(3, 10n)];
  expect(count(accounts, { minimumBaseUnits: 10n }).count).toBe(2n);
});

test('pools, other mints, mints and invalid accounts are not holders', () => {
  const pools = new Map([[wallet(1), CPMM_PROGRAM]]);
  const broken = patched(holding(4, 5n), 108, [0]);
  const accounts = [holding(1, 5n), holding(2, 5n, other), mintAccount(mint), broken];
  expect(count(accounts, { pools }).count).toBe(0n);
});

test('a count lists the largest owners that it left out, in one order, and counts the others', () => {
  const owners = Array.from({ length: 12 }, (_, index) => index + 1);
  const pools = new Map(owners.map((each) => [wallet(each), CPMM_PROGRAM] as const));
  const accounts = owners.map((each) => holding(each, each < 3 ? 7n : 8n));
  const { leftOut, count: counted } = count([...accounts, holding(50, 9n)], { pools });
  expect(counted).toBe(1n);
  expect(leftOut).toMatchObject({ count: 12, amount: 94n });
  expect(leftOut?.largest).toHaveLength(10);
  expect(leftOut?.largest.every(({ amount }) => amount === 8n)).toBe(true);
  expect(count([holding(50, 9n), ...accounts.toReversed()], { pools }).leftOut).toEqual(leftOut);
  const empty = accounts.map((account) => patched(account, 64, new Uint8Array(8)));
  expect(count(empty, { pools })).not.toHaveProperty('leftOut');
});

test('what was left out is in the text of a sample, and only then', () => {
  const pools = new Map([[wallet(1), CPMM_PROGRAM]]);
  const text = (holders: ReturnType<typeof count>) =>
    renderSampleText({ ...sampleOf(1, []), holders });
  const holders = count([holding(1, 5n), holding(2, 6n)], { pools });
  expect(readSampleText(text(holders)).holders).toEqual(holders);
  expect(text(count([holding(2, 6n)]))).not.toContain('leftOut');
});
