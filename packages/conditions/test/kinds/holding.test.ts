import { type Address, address } from '@solana/kit';
import { findAssociatedAddress } from '@tote/conditions/oracles/derived-addresses';
import { TOKEN_PROGRAM } from '@tote/conditions/oracles/programs';
import { formatRational, type Rational, rational } from '@tote/conditions/oracles/rational';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { compileCondition } from '../../src/compile-condition.ts';
import { listConditionAccounts } from '../../src/evaluate.ts';
import { kindOf } from '../../src/kinds/kind-of.ts';
import { parseCondition } from '../../src/parse-condition.ts';
import { mintAccount, missingAccount, sampleOf, tokenAccount } from '../oracles/support/dumps.ts';

const mint = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const wallet = address('G9xLug8eKE4dNBNPG3qJNPP7XBZ6mnbyNjSPxxeEpump');
const other = address('DaXhQ3pfN3J5dQnXxVU8YqW9bwA3RUVxXvq2iBjTDVt4');
const holdings = await findAssociatedAddress(wallet, mint, TOKEN_PROGRAM);
const moments = { createdAt: unixSeconds(1n), expiresAt: unixSeconds(2_000_000_000n) };
const input = {
  ...{ question: '', tokenAddress: mint, expiresAt: moments.expiresAt },
  token: { mint: { program: TOKEN_PROGRAM, decimals: 6 }, creator: wallet },
};
const MINT = mintAccount(mint, { supply: 2_000_000n, decimals: 6 });
const holds = (amount: bigint, owner: Address = wallet, of: Address = mint) =>
  tokenAccount(holdings, { mint: of, owner, amount });

async function measure(
  fields: object,
  accounts: readonly Parameters<typeof sampleOf>[1][number][],
) {
  const condition = parseCondition({ type: 'holding', ...fields }, input);
  const read = await kindOf(condition).measurer?.(condition, {
    ...moments,
    now: moments.expiresAt,
  });
  return read?.(sampleOf(1, [...accounts]));
}
const measured = async (...of: Parameters<typeof measure>) => {
  const reading = await measure(...of);
  return reading?.ok ? [formatRational(reading.value.value), reading.value.isMet] : reading?.code;
};

test('counts the associated account of the wallet, in tokens or in percent', async () => {
  const below = { comparator: 'lt', threshold: '1.5' };
  expect(await measured(below, [MINT, holds(1_499_999n)])).toEqual(['1.499999', true]);
  expect(await measured(below, [MINT, holds(1_500_000n)])).toEqual(['1.5', false]);
  const share = { comparator: 'gte', threshold: '75', unit: 'percent' };
  expect(await measured(share, [MINT, holds(1_500_000n)])).toEqual(['75', true]);
  expect(await measured(share, [MINT, holds(1_499_999n)])).toEqual(['74.99995', false]);
});

test('an account that is missing, or given away, holds nothing', async () => {
  const below = { comparator: 'lt', threshold: '1' };
  expect(await measured(below, [MINT, missingAccount(holdings)])).toEqual(['0', true]);
  expect(await measured(below, [MINT, holds(5_000_000n, other)])).toEqual(['0', true]);
  expect(await measured(below, [MINT, holds(5_000_000n, wallet, other)])).toEqual(['0', true]);
});

test('what was not read, or cannot be read, says nothing', async () => {
  const below = { comparator: 'lt', threshold: '1' };
  expect(await measured(below, [MINT])).toBe('missing');
  const broken = { ...holds(1n), data: holds(1n).data.slice(0, 100) };
  expect(await measured(below, [MINT, broken])).toBe('wrong_length');
});

test('the wallet is the creator of the token, unless another one is named', async () => {
  const fields = { comparator: 'lt', threshold: '1' };
  const own = parseCondition({ type: 'holding', ...fields }, input);
  expect(own).toMatchObject({ wallet, tokenProgram: TOKEN_PROGRAM });
  expect(await listConditionAccounts(own)).toEqual([mint, holdings]);
  expect(parseCondition({ type: 'holding', wallet: other, ...fields }, input)).toMatchObject({
    wallet: other,
  });
  const { creator: _, ...token } = input.token;
  expect(() => parseCondition({ type: 'holding', ...fields }, { ...input, token })).toThrow(
    'wallet',
  );
});

test.each([
  ['101', 'percent', 'more than 100 percent'],
  ['100', 'percent', undefined],
  ['101', 'tokens', undefined],
])('%s %s', (threshold, unit, problem) => {
  const parse = () => parseCondition({ type: 'holding', comparator: 'lt', threshold, unit }, input);
  if (problem) expect(parse).toThrow(problem);
  else expect(parse()).toMatchObject({ threshold, unit });
});

test('whether the creator sells is compared with what it holds when the market is created', async () => {
  const question = 'Will the creator sell before 2033-05-19?';
  const sells = (amount: bigint) =>
    compileCondition({
      ...{ ...input, question, now: unixSeconds(1_900_000_000n) },
      takeSamples: async () => [sampleOf(1_900_000_000, [MINT, holds(amount)])],
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
    const condition = parseCondition({ type: 'holding', comparator: 'gte', ...fields }, input);
    const sample = sampleOf(1, [MINT, holds(500_000n)]);
    const costs = { price: rational(3n) };
    return kindOf(condition).movers?.(condition, sample, costs, { value, isMet: false }).join();
  };
  const half = rational(1n, 2n);
  expect(warn({ threshold: '1.5' }, half)).toContain('send it the 1 tokens (about 3 SOL) up to');
  // A quarter of two tokens is held, and half of them is asked for.
  const share = { threshold: '50', unit: 'percent' };
  expect(warn(share, rational(25n))).toContain('send it the 0.5 tokens (about 1.5 SOL) up to');
  expect(warn({ threshold: '0.5' }, half)).toMatch(/anybody can send it more\.$/);
});
