import { formatRational } from '@tote/conditions/oracles/rational';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { kindOf } from '../../src/kinds/kind-of.ts';
import type { Sample } from '../../src/oracles/account-snapshot.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { warnOfMovers } from '../../src/who-can-move.ts';
import { missingAccount } from '../oracles/support/dumps.ts';
import { POOL, QUOTE_VAULT, sample, type World } from '../oracles/support/pool-world.ts';
import { MINT } from '../support/hour.ts';

const input = { question: '', tokenAddress: MINT, expiresAt: unixSeconds(2_000_000_000n) };

async function measure(fields: object, change: World = {}, edit = (of: Sample) => of) {
  const named = { type: 'liquidity', comparator: 'gte', pool: POOL.address };
  const condition = parseCondition({ ...named, ...fields }, input);
  const read = edit(sample(1_000_000, change));
  const known = new Set(read.accounts.map(({ address }) => address));
  const wanted = (await kindOf(condition).listAccounts?.(condition)) ?? [];
  const missing = wanted.filter((each) => !known.has(each)).map(missingAccount);
  const whole = { ...read, accounts: [...read.accounts, ...missing] };
  const measurer = await kindOf(condition).measurer?.(condition, {} as never);
  return { reading: measurer?.(whole), sample: whole, condition };
}

const measured = async (...of: Parameters<typeof measure>) => {
  const { reading } = await measure(...of);
  return reading?.ok ? [formatRational(reading.value.value), reading.value.isMet] : reading?.code;
};

const without = (address: string) => (of: Sample) => ({
  ...of,
  accounts: of.accounts.filter((each) => each.address !== address),
});

test('in SOL it is the SOL in the pool, in USD both sides', async () => {
  const inSol = { threshold: '100', unit: 'SOL' };
  expect(await measured(inSol, { sol: 100n })).toEqual(['100', true]);
  expect(await measured(inSol, { sol: 99n })).toEqual(['99', false]);
  const inUsd = { threshold: '40000', unit: 'USD' };
  expect(await measured(inUsd, { sol: 100n, usdPerSol: 200n })).toEqual(['40000', true]);
  expect(await measured(inUsd, { sol: 100n, usdPerSol: 199n })).toEqual(['39800', false]);
});

test('a pool that is thin, empty or gone has little liquidity, not an unknown one', async () => {
  const below = { comparator: 'lt', threshold: '5', unit: 'SOL' };
  expect(await measured(below, { sol: 1n })).toEqual(['1', true]);
  expect(await measured(below, { sol: 0n })).toEqual(['0', true]);
  const gone = (of: Sample) => ({
    ...of,
    accounts: of.accounts.map((each) =>
      each.address === POOL.address ? missingAccount(POOL.address) : each,
    ),
  });
  expect(await measured(below, {}, gone)).toEqual(['0', true]);
});

test('what cannot be read says nothing', async () => {
  const inUsd = { threshold: '1', unit: 'USD' };
  expect(await measured(inUsd, {}, without(QUOTE_VAULT))).toBe('missing');
  expect(await measured(inUsd, { solAge: 100_000 })).toBe('stale');
  const elsewhere = { poolOwner: MINT };
  expect(await measured(inUsd, elsewhere)).toBe('wrong_type');
});

test('says who can move it: by liquidity, not by trading', async () => {
  const warn = async (threshold: string) => {
    const read = await measure({ threshold, unit: 'SOL' }, { sol: 100n });
    if (!read.reading?.ok) throw new Error('it is not read');
    const current = { measure: read.reading.value, costs: {}, isOver: false };
    return warnOfMovers(read.condition, { ...current, sample: read.sample });
  };
  expect(await warn('150')).toEqual([
    'Anybody can add liquidity and withdraw it again: 50 SOL are missing now.',
  ]);
  expect(await warn('100')).toEqual([
    'Whoever provides the liquidity can withdraw it at any moment.',
  ]);
});
