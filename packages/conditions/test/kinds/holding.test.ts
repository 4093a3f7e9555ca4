// What a wallet holds, and what a pool holds.
import { type Address, address } from '@solana/kit';
import { findAssociatedAddress } from '@tote/conditions/oracles/derived-addresses';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { type Rational, rational } from '@tote/conditions/oracles/rational';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileCondition } from '../../src/compile-condition.ts';
import type { ConditionInput } from '../../src/condition-input.ts';
import { listConditionAccounts, measureCondition } from '../../src/evaluate.ts';
import { kindOf } from '../../src/kinds/kind-of.ts';
import type { AccountSnapshot, Sample } from '../../src/oracles/account-snapshot.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { warnOfMovers } from '../../src/who-can-move.ts';
import {
  mintAccount,
  missingAccount,
  must,
  sampleOf,
  tokenAccount,
} from '../oracles/support/dumps.ts';
import { POOL, QUOTE_VAULT, sample, type World } from '../oracles/support/pool-world.ts';
import { EXPIRY, MINT, measured, momentsAt } from '../support/hour.ts';

const wallet = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const other = address('DaXhQ3pfN3J5dQnXxVU8YqW9bwA3RUVxXvq2iBjTDVt4');
const holdings = await findAssociatedAddress(wallet, MINT, TOKEN_PROGRAM);
const asked = { question: '', tokenAddress: MINT, expiresAt: unixSeconds(2_000_000_000n) };
const token = { mint: { program: TOKEN_PROGRAM, decimals: 6 }, creator: wallet };
const input = { ...asked, token };
const mint = mintAccount(MINT, { supply: 2_000_000n, decimals: 6 });
const holds = (amount: bigint, owner: Address = wallet, of: Address = MINT) =>
  tokenAccount(holdings, { mint: of, owner, amount });

const parse = (fields: object, by: ConditionInput = input) =>
  parseCondition({ type: 'holding', ...fields }, by);
const heldBy = (fields: object, ...accounts: readonly AccountSnapshot[]) =>
  measured(parse(fields), sampleOf(EXPIRY, [mint, ...accounts]));

test('counts the associated account of the wallet, in tokens or in percent', async () => {
  const below = { comparator: 'lt', threshold: '1.5' };
  expect(await heldBy(below, holds(1_499_999n))).toEqual(['1.499999', true]);
  expect(await heldBy(below, holds(1_500_000n))).toEqual(['1.5', false]);
  const share = { comparator: 'gte', threshold: '75', unit: 'percent' };
  expect(await heldBy(share, holds(1_500_000n))).toEqual(['75', true]);
  expect(await heldBy(share, holds(1_499_999n))).toEqual(['74.99995', false]);
});

test('an account that is missing, or given away, holds nothing', async () => {
  const below = { comparator: 'lt', threshold: '1' };
  expect(await heldBy(below, missingAccount(holdings))).toEqual(['0', true]);
  expect(await heldBy(below, holds(5_000_000n, other))).toEqual(['0', true]);
  expect(await heldBy(below, holds(5_000_000n, wallet, other))).toEqual(['0', true]);
});

test('what was not read, or cannot be read, says nothing', async () => {
  const below = { comparator: 'lt', threshold: '1' };
  expect(await heldBy(below)).toBe('missing');
  const broken = { ...holds(1n), data: holds(1n).data.slice(0, 100) };
  expect(await heldBy(below, broken)).toBe('wrong_length');
});

test('the wallet is the creator of the token, unless another one is named', async () => {
  const fields = { comparator: 'lt', threshold: '1' };
  const own = parse(fields);
  expect(own).toMatchObject({ wallet, tokenProgram: TOKEN_PROGRAM });
  expect(await listConditionAccounts(own)).toEqual([MINT, holdings]);
  expect(parse({ wallet: other, ...fields })).toMatchObject({ wallet: other });
  const { creator: _, ...unknown } = token;
  expect(() => parse(fields, { ...asked, token: unknown })).toThrow('wallet');
});

test.each([
  ['101', 'percent', 'more than 100 percent'],
  ['100', 'percent', undefined],
  ['101', 'tokens', undefined],
])('%s %s', (threshold, unit, problem) => {
  const read = () => parse({ comparator: 'lt', threshold, unit });
  if (problem) expect(read).toThrow(problem);
  else expect(read()).toMatchObject({ threshold, unit });
});

test('whether the creator sells is compared with what it holds when the market is created', async () => {
  const question = 'Will the creator sell before 2033-05-19?';
  const sells = (amount: bigint) =>
    compileCondition({
      ...{ ...input, question, now: unixSeconds(1_900_000_000n) },
      takeSamples: async () => [sampleOf(1_900_000_000, [mint, holds(amount)])],
    });
  expect((await sells(1_500_000n)).condition).toMatchObject({
    ...{ type: 'holding', comparator: 'lt', threshold: '1.5', timing: 'any_time_before', wallet },
    relativeTo: { value: '1.5', times: '1' },
  });
  // Nobody can sell what he does not have.
  expect((await sells(0n)).condition.type).toBe('attested');
});

test('says how much anybody would have to send it, and what that is worth', () => {
  const warn = (fields: object, value: Rational) => {
    const condition = parse({ comparator: 'gte', ...fields });
    const now = sampleOf(1, [mint, holds(500_000n)]);
    const costs = { price: rational(3n) };
    return kindOf(condition).movers?.(condition, now, costs, { value, isMet: false }).join();
  };
  const half = rational(1n, 2n);
  expect(warn({ threshold: '1.5' }, half)).toContain('send it the 1 tokens (about 3 SOL) up to');
  // A quarter of two tokens is held, and half of them is asked for.
  const share = { threshold: '50', unit: 'percent' };
  expect(warn(share, rational(25n))).toContain('send it the 0.5 tokens (about 1.5 SOL) up to');
  expect(warn({ threshold: '0.5' }, half)).toMatch(/anybody can send it more\.$/);
});

/** A sample with all accounts that the condition wants; those that are not there are missing. */
async function read(fields: object, change: World = {}, edit = (of: Sample) => of) {
  const named = { type: 'liquidity', comparator: 'gte', pool: POOL.address };
  const condition = parseCondition({ ...named, ...fields }, asked);
  const found = edit(sample(1_000_000, change));
  const known = new Set(found.accounts.map(({ address }) => address));
  const missing = (await listConditionAccounts(condition)).filter((each) => !known.has(each));
  const accounts = [...found.accounts, ...missing.map(missingAccount)];
  return { condition, sample: { ...found, accounts } };
}

const liquidityOf = async (...of: Parameters<typeof read>) => {
  const { condition, sample: whole } = await read(...of);
  return measured(condition, whole);
};

test('liquidity in SOL is the SOL in the pool, in USD both sides', async () => {
  const inSol = { threshold: '100', unit: 'SOL' };
  expect(await liquidityOf(inSol, { sol: 100n })).toEqual(['100', true]);
  expect(await liquidityOf(inSol, { sol: 99n })).toEqual(['99', false]);
  const inUsd = { threshold: '40000', unit: 'USD' };
  expect(await liquidityOf(inUsd, { sol: 100n, usdPerSol: 200n })).toEqual(['40000', true]);
  expect(await liquidityOf(inUsd, { sol: 100n, usdPerSol: 199n })).toEqual(['39800', false]);
});

test('a pool that is thin, empty or gone has little liquidity, not an unknown one', async () => {
  const below = { comparator: 'lt', threshold: '5', unit: 'SOL' };
  expect(await liquidityOf(below, { sol: 1n })).toEqual(['1', true]);
  expect(await liquidityOf(below, { sol: 0n })).toEqual(['0', true]);
  const gone = (of: Sample) => ({
    ...of,
    accounts: of.accounts.map((each) =>
      each.address === POOL.address ? missingAccount(POOL.address) : each,
    ),
  });
  expect(await liquidityOf(below, {}, gone)).toEqual(['0', true]);
});

test('a pool that cannot be read says nothing', async () => {
  const inUsd = { threshold: '1', unit: 'USD' };
  const vaultless = (of: Sample) => ({
    ...of,
    accounts: of.accounts.filter((each) => each.address !== QUOTE_VAULT),
  });
  expect(await liquidityOf(inUsd, {}, vaultless)).toBe('missing');
  expect(await liquidityOf(inUsd, { solAge: 100_000 })).toBe('stale');
  expect(await liquidityOf(inUsd, { poolOwner: MINT })).toBe('wrong_type');
});

test('liquidity says who can move it: by liquidity, not by trading', async () => {
  const warn = async (threshold: string) => {
    const { condition, sample: now } = await read({ threshold, unit: 'SOL' }, { sol: 100n });
    const measure = must(await measureCondition(condition, now, momentsAt(EXPIRY)));
    return warnOfMovers(condition, { sample: now, measure, costs: {}, isOver: false });
  };
  expect(await warn('150')).toEqual([
    'Anybody can add liquidity and withdraw it again: 50 SOL are missing now.',
  ]);
  expect(await warn('100')).toEqual([
    'Whoever provides the liquidity can withdraw it at any moment.',
  ]);
});
