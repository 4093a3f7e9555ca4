import { type Address, address, getAddressDecoder } from '@solana/kit';
import { formatRational } from '@tote/conditions/oracles/rational';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { kindOf } from '../../src/kinds/kind-of.ts';
import { countHolders as countHoldings, listHoldings } from '../../src/oracles/count-holders.ts';
import { CPMM_PROGRAM } from '../../src/oracles/programs.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { renderSampleText } from '../../src/render-sample.ts';
import { mintAccount, sampleOf, tokenAccount } from '../oracles/support/dumps.ts';

const mint = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const input = { question: '', tokenAddress: mint, expiresAt: unixSeconds(2_000_000_000n) };
const wallet = (number: number): Address =>
  getAddressDecoder().decode(new Uint8Array(32).fill(number));
const held = (owner: Address, amount: bigint) => tokenAccount(wallet(200), { mint, owner, amount });
const holding = (number: number, amount: bigint) => held(wallet(number), amount);
const pools = new Map([[wallet(99), CPMM_PROGRAM]]);
const rule = { mint, minimumBaseUnits: 0n, pools, isLargest: true };
const countHolders = (accounts: Parameters<typeof listHoldings>[0], by: typeof rule) =>
  countHoldings(listHoldings(accounts, mint), by);

test('adds up the ten largest owners, without pools and burn addresses', () => {
  const ten = Array.from({ length: 10 }, (_, index) => holding(index + 1, 10n));
  const burned = held(address('1nc1nerator11111111111111111111111111111111'), 1_000n);
  const pool = holding(99, 1_000n);
  expect(countHolders([...ten, holding(11, 9n), burned, pool], rule).largest).toBe(100n);
  // Two accounts of one owner are one holding.
  expect(countHolders([...ten, holding(11, 9n), holding(11, 2n)], rule).largest).toBe(101n);
  expect(countHolders([], rule).largest).toBe(0n);
  expect(countHolders(ten, { ...rule, isLargest: false })).not.toHaveProperty('largest');
});

function measure(change: object, supply = 200n) {
  const condition = parseCondition(
    { type: 'top_holders', comparator: 'gt', threshold: '50' },
    input,
  );
  const counted = countHolders([holding(1, 100n)], rule);
  const holders = { ...counted, ...change };
  const sample = { ...sampleOf(1, [mintAccount(mint, { supply, decimals: 0 })]), holders };
  const read = kindOf(condition).measurer?.(condition, {} as never);
  return (read as (of: typeof sample) => unknown)(sample) as {
    ok: boolean;
    code?: string;
    value: { value: Parameters<typeof formatRational>[0]; isMet: boolean };
  };
}

test('compares their share of the supply', () => {
  const at = measure({});
  expect([formatRational(at.value.value), at.value.isMet]).toEqual(['50', false]);
  expect(measure({ largest: 101n }).value.isMet).toBe(true);
  expect(measure({ largest: 0n }, 0n).value.isMet).toBe(false);
});

test('a count without them, of another token or that is not complete says nothing', () => {
  expect(measure({ largest: undefined })).toMatchObject({ ok: false, code: 'missing' });
  expect(measure({ mint: wallet(7) })).toMatchObject({ ok: false, code: 'missing' });
  expect(measure({ isComplete: false })).toMatchObject({ ok: false, code: 'incomplete' });
});

test('a sample says what they have only if it was added up, so that older samples keep their text', () => {
  const sample = sampleOf(1, []);
  const { largest: _, ...plain } = countHolders([holding(1, 5n)], rule);
  expect(renderSampleText({ ...sample, holders: plain })).not.toContain('largest');
  const text = renderSampleText({ ...sample, holders: { ...plain, largest: 5n } });
  expect(text).toContain('"largest":"5"');
});
