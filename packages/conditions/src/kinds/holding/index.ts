// How much of a token a wallet holds, in its associated token account. Tokens that it keeps in
// other accounts do not count: they could as well be another wallet's.
import type { Address } from '@solana/kit';
import { FIRST_SECONDS_MAX } from '../../evaluation/evaluate-samples.ts';
import { findAccount, isMissing, type Sample } from '../../oracles/account-snapshot.ts';
import { findAssociatedAddress } from '../../oracles/derived-addresses.ts';
import type { Mint } from '../../oracles/layouts/mint.ts';
import { decodeTokenAccount } from '../../oracles/layouts/token-account.ts';
import { TOKEN_PROGRAM } from '../../oracles/programs.ts';
import { ceil, multiply, rational, scaled, subtract } from '../../oracles/rational.ts';
import { type Reading, readable, unreadable } from '../../oracles/reading.ts';
import type { Kind } from '../kind.ts';
import { describeComparison, describeRule, shortNumber } from '../shared/describe-rule.ts';
import {
  type Measured,
  measureShare,
  measureValue,
  readMeasured,
  refuseMoreThanAll,
  STATED,
} from '../shared/measured.ts';
import { scenario } from '../shared/scenario.ts';
import { address, decimals, measured, symbol, tokenProgram, unitOf } from '../shared/schema.ts';
import { describeThreshold, thresholdOf } from '../shared/threshold.ts';
import {
  describeTokens,
  exactToken,
  findSampledMint,
  measureToken,
  readSubject,
  requireTokenProgram,
  shortAddress,
  shortToken,
  type TokenSubject,
} from '../shared/token-subject.ts';

const UNITS = ['tokens', 'percent'] as const;

export interface HoldingCondition extends TokenSubject, Measured<(typeof UNITS)[number]> {
  readonly type: 'holding';
  readonly wallet: Address;
  readonly tokenProgram: Address;
}

export const holding: Kind<HoldingCondition> = {
  type: 'holding',

  schema: {
    description: 'How much of a token a wallet holds in its associated token account.',
    required: ['comparator', 'threshold'],
    fields: {
      ...measured,
      unit: unitOf(...UNITS),
      wallet: { ...address, description: 'Left out: whoever created the token on its launchpad.' },
      tokenProgram,
      decimals,
      symbol,
    },
    example: {
      ...{ wallet: '11111111111111111111111111111112', comparator: 'lt', threshold: '1' },
      ...{ unit: 'percent', tokenProgram: TOKEN_PROGRAM },
    },
  },

  demo: [
    scenario('holding', ['UTILITY', 'Yes', 20], {
      bets: ['gia Yes 100', 'finn Yes 12.5', 'finn No 300', 'eva No 45'],
      about: 'OAK',
      question: 'Will the creator of OAK hold less than 1% of the supply at expiry?',
      condition: { type: 'holding', comparator: 'lt', threshold: '1', unit: 'percent' },
    }),
  ],

  parse(fields, input) {
    const subject = readSubject(fields, input);
    const program = requireTokenProgram(fields, input);
    const value = readMeasured(fields, { units: UNITS, unit: 'tokens', isZeroAllowed: true });
    if (value.unit === 'percent') refuseMoreThanAll(value);
    const wallet = fields.address('wallet', input.token?.creator);
    return { type: 'holding', ...subject, wallet, tokenProgram: program, ...value };
  },

  describe(condition, expiresAt) {
    const { unit, threshold, wallet } = condition;
    const amount =
      unit === 'percent'
        ? `${shortNumber(threshold, 11)}% of ${shortToken(condition)}`
        : `${shortNumber(threshold, 14)} ${shortToken(condition)}`;
    const what = unit === 'percent' ? '% of the supply' : 'tokens';
    return describeRule(condition.timing, expiresAt, {
      ...describeComparison(shortAddress(wallet), condition, amount, 'holds'),
      missing: `it cannot be read within ${FIRST_SECONDS_MAX} seconds`,
      before:
        `what ${wallet} holds of ${exactToken(condition)} in its associated token account is ` +
        `${describeThreshold(condition, what)}`,
      at: 'when it is first observed at or after',
      source: 'What it holds in other accounts does not count.',
    });
  },

  stated: [...STATED, 'wallet'],

  listAccounts: async (condition) => [condition.tokenAddress, await findHolding(condition)],

  async measurer(condition) {
    const account = await findHolding(condition);
    return (sample) =>
      measureToken(condition, sample, (mint) => measure(condition, { sample, account, mint }));
  },

  costs: () => ['price'],

  movers(condition, sample, { price }, measured) {
    const { wallet, threshold, unit } = condition;
    const mint = findSampledMint(sample, condition);
    const missing = measured && subtract(thresholdOf(threshold), measured.value);
    let more = 'more';
    if (mint && missing && missing.numerator > 0n) {
      const each = unit === 'tokens' ? scaled(1n, mint.decimals) : rational(mint.supply, 100n);
      const units = ceil(multiply(missing, each));
      more = `the ${describeTokens(units, mint.decimals, price)} up to the threshold`;
    }
    return [
      `Whoever controls ${wallet} can sell or move its tokens at any moment, and anybody can ` +
        `send it ${more}.`,
    ];
  },
};

const findHolding = ({ wallet, tokenAddress, tokenProgram: program }: HoldingCondition) =>
  findAssociatedAddress(wallet, tokenAddress, program);

interface Observed {
  readonly sample: Sample;
  readonly account: Address;
  readonly mint: Mint;
}

function measure(condition: HoldingCondition, { sample, account: at, mint }: Observed) {
  const account = findAccount(sample, at);
  if (!account) return unreadable('missing', 'the token account was not read');
  const amount = isMissing(account) ? readable(0n) : readAmount(condition, account);
  if (!amount.ok) return amount;
  return condition.unit === 'tokens'
    ? measureValue(scaled(amount.value, -mint.decimals), condition)
    : measureShare(amount.value, mint, condition);
}

/** An account that was given away holds nothing of the wallet's. */
function readAmount(
  { wallet, tokenAddress }: HoldingCondition,
  account: Parameters<typeof decodeTokenAccount>[0],
): Reading<bigint> {
  const decoded = decodeTokenAccount(account);
  if (!decoded.ok) return decoded;
  const { owner, mint, amount } = decoded.value;
  return readable(owner === wallet && mint === tokenAddress ? amount : 0n);
}
