// A permanent event of a token, decided by a fact: its bonding curve is sold out, or it migrated to
// its pool.
import type { Address } from '@solana/kit';
import { type Clause, type Decider, MarketSource } from '@tote/program-client';
import { LAUNCHPADS, type Launchpad } from '../../condition-input.ts';
import type { Progress } from '../../evaluation/verdict.ts';
import { type AccountSnapshot, findAccount, type Sample } from '../../oracles/account-snapshot.ts';
import {
  findLaunchLabPoolAddress,
  findPumpCurveAddress,
  findPumpSwapPoolAddress,
} from '../../oracles/derived-addresses.ts';
import { LAUNCHLAB_STATUS } from '../../oracles/pools/launchlab.ts';
import {
  DBC_DISCRIMINATORS,
  DBC_PROGRESS,
  type DbcPoolType,
} from '../../oracles/pools/meteora-dbc.ts';
import { decodePumpCurve } from '../../oracles/pools/pump-curve.ts';
import { readCurveCost } from '../../oracles/prices/curve-cost.ts';
import {
  LAUNCHLAB_PROGRAM,
  METEORA_DBC_PROGRAM,
  PUMP_PROGRAM,
  PUMPSWAP_PROGRAM,
  WRAPPED_SOL,
} from '../../oracles/programs.ts';
import { formatRational, rational } from '../../oracles/rational.ts';
import type { Kind } from '../kind.ts';
import { describeRule } from '../shared/describe-rule.ts';
import {
  CURVE_COMPLETE,
  launchReached,
  POOL_EXISTS,
  progressReached,
} from '../shared/latched-facts.ts';
import { MINUTE, scenario } from '../shared/scenario.ts';
import { address, symbol, timing } from '../shared/schema.ts';
import { readTiming, type Timing } from '../shared/threshold.ts';
import {
  exactToken,
  formatSol,
  formatTokens,
  readSymbol,
  requireToken,
  shortToken,
} from '../shared/token-subject.ts';

const EVENTS = ['curve_complete', 'migrated'] as const;
type TokenEvent = (typeof EVENTS)[number];
const POOL_TYPES = Object.keys(DBC_DISCRIMINATORS) as DbcPoolType[];

export interface TokenEventCondition {
  readonly type: 'token_event';
  readonly tokenAddress: Address;
  readonly event: TokenEvent;
  readonly launchpad: Launchpad;
  /** The mint that the curve is paired with; the addresses of pools are derived from it. */
  readonly quoteMint: Address;
  readonly symbol?: string;
  /** Meteora's curve: its address is not derived from the mint alone. */
  readonly pool?: Address;
  readonly poolType?: DbcPoolType;
  readonly timing: Timing;
}

export const tokenEvent: Kind<TokenEventCondition> = {
  type: 'token_event',

  schema: {
    description: 'A permanent event of a token: its bonding curve is complete, or it has migrated.',
    required: ['event'],
    fields: {
      event: { type: 'string', enum: EVENTS, description: 'What must happen.' },
      launchpad: { type: 'string', enum: LAUNCHPADS, description: 'Where it is sold; filled in.' },
      quoteMint: { ...address, description: 'What it is sold for; filled in.' },
      pool: { ...address, description: 'The curve, if Meteora sells it; filled in.' },
      poolType: {
        type: 'string',
        enum: POOL_TYPES,
        description: 'Whether that mint has a transfer hook; filled in.',
      },
      symbol,
      timing,
    },
    example: { event: 'migrated', launchpad: 'pump' },
  },

  demo: [
    scenario('migrated', ['SOL', 'Yes'], {
      bets: ['ana Yes 4', 'dan Yes 0.5', 'ben No 1', 'eva No 2'],
      condition: { type: 'token_event', event: 'migrated' },
      ask: ({ tokens: { young } }) => ({
        ...{ question: `Will ${young.symbol} migrate?`, tokenAddress: young.mint },
        ...{ endsAt: young.migratesAt, expiresAt: young.migratesAt + 10 * MINUTE },
      }),
    }),
    scenario('curve-complete', ['SOL', 'Yes'], {
      bets: ['cleo Yes 2', 'eva Yes 3', 'ana No 5', 'dan No 1.010101011'],
      condition: { type: 'token_event', event: 'curve_complete' },
      ask: ({ tokens: { young } }) => ({
        question: `Will ${young.symbol} complete its bonding curve?`,
        tokenAddress: young.mint,
        ...{ endsAt: young.curveCompletesAt, expiresAt: young.curveCompletesAt + 10 * MINUTE },
      }),
    }),
  ],

  parse(fields, input) {
    const { launch } = input.token ?? {};
    const launchpad = fields.choice('launchpad', LAUNCHPADS, input.token?.launchpad ?? 'pump');
    return {
      ...{ type: 'token_event', tokenAddress: requireToken(input), launchpad },
      event: fields.choice('event', EVENTS),
      quoteMint: fields.address('quoteMint', input.token?.quoteMint ?? WRAPPED_SOL),
      ...(launchpad === 'meteora' && {
        pool: fields.address('pool', launch?.pool),
        poolType: fields.choice('poolType', POOL_TYPES, launch?.poolType),
      }),
      ...readSymbol(fields, 'symbol', requireToken(input), input.token),
      timing: readTiming(fields, 'any_time_before'),
    };
  },

  describe: (condition, expiresAt) =>
    describeRule(condition.timing, expiresAt, {
      ...describeShort(condition),
      before: WORDS[condition.launchpad][condition.event](condition),
      at: 'at',
      isFact: true,
    }),

  stated: ['event'],
  isPermanent: true,
  fact: (condition) => FACTS[condition.launchpad][condition.event](condition),

  progress: ({ event, launchpad, tokenAddress }) =>
    event === 'curve_complete' && launchpad === 'pump'
      ? (sample) => measureCurve(sample, tokenAddress)
      : undefined,

  /** A question about a launch means the token's own launch. */
  customReasons(condition, { hints: { launchpad, quoteMint, launch } }) {
    const isElsewhere =
      (launchpad != null && launchpad !== condition.launchpad) ||
      (quoteMint !== undefined && quoteMint !== condition.quoteMint) ||
      condition.pool !== launch?.pool ||
      condition.poolType !== launch?.poolType;
    return isElsewhere
      ? ['The condition is about another launch than the one that the token has.']
      : [];
  },

  costs: ({ launchpad }) => (launchpad === 'pump' ? ['curve'] : []),

  movers(condition, sample, { curve }) {
    // For the others the pool itself is the curve.
    const sold = condition.launchpad === 'pump' ? curve : sample.accounts[0];
    return sold ? warnOfBuyers(condition, sold, sample) : [];
  },
};

/** `curve` is the account of the bonding curve or launch. */
function warnOfBuyers(
  { launchpad, event }: TokenEventCondition,
  curve: AccountSnapshot,
  sample: Sample,
): string[] {
  const cost = readCurveCost(curve, sample);
  if (!cost.ok) return [];
  const { isComplete, missing, quoteMint, quoteDecimals } = cost.value;
  const isMigration = event === 'migrated';
  if (isComplete) {
    return isMigration
      ? ['The curve is complete: anybody can have the token migrated now, for a network fee.']
      : [];
  }
  const name = launchpad === 'pump' ? 'bonding curve' : 'launch';
  const price =
    quoteMint === WRAPPED_SOL
      ? `costs about ${formatSol(missing)} SOL now`
      : `costs about ${formatTokens(missing, quoteDecimals ?? 0)} ` +
        `${quoteDecimals === null ? 'base units ' : ''}of ${quoteMint} now`;
  const then = isMigration ? ' Then anybody can have the token migrated.' : '';
  return [`Anybody can buy the ${name} out: what is missing ${price}, without fees.${then}`];
}

const EXCHANGES: Record<Launchpad, string> = {
  ...{ pump: 'PumpSwap', launchlab: 'Raydium', meteora: 'a Meteora pool' },
};

function describeShort(condition: TokenEventCondition) {
  const token = shortToken(condition);
  return {
    rule:
      condition.event === 'migrated'
        ? ([`${token} has`, `migrated to ${EXCHANGES[condition.launchpad]}`] as const)
        : ([`the bonding curve of ${token} is`, 'complete'] as const),
    isEvent: true,
    when: (moment: string) => `by ${moment}`,
    missing: 'its account cannot be read',
  };
}

type Words = (condition: TokenEventCondition) => string;

const WORDS: Record<Launchpad, Record<TokenEvent, Words>> = {
  pump: {
    curve_complete: (condition) =>
      `the pump.fun bonding curve of ${exactToken(condition)} is complete`,
    migrated: ({ quoteMint, ...token }) =>
      `${exactToken(token)} has migrated: its PumpSwap pool with ${nameOf(quoteMint)} exists`,
  },
  launchlab: {
    curve_complete: ({ quoteMint, ...token }) =>
      `the LaunchLab curve of ${exactToken(token)} with ${nameOf(quoteMint)} is complete`,
    migrated: ({ quoteMint, ...token }) =>
      `${exactToken(token)} has migrated to Raydium from its LaunchLab pool with ${nameOf(quoteMint)}`,
  },
  meteora: {
    curve_complete: ({ pool, ...token }) =>
      `the Meteora bonding curve ${pool} of ${exactToken(token)} is complete`,
    migrated: ({ pool, ...token }) =>
      `${exactToken(token)} has migrated from its Meteora bonding curve ${pool}`,
  },
};

function nameOf(mint: Address): string {
  return mint === WRAPPED_SOL ? 'SOL' : mint;
}

type Fact = (condition: TokenEventCondition) => Promise<Decider>;

const FACTS: Record<Launchpad, Record<TokenEvent, Fact>> = {
  pump: {
    curve_complete: ({ tokenAddress }) =>
      stateFact(findPumpCurveAddress(tokenAddress), PUMP_PROGRAM, CURVE_COMPLETE),
    migrated: ({ tokenAddress, quoteMint }) =>
      stateFact(findPumpSwapPoolAddress(tokenAddress, quoteMint), PUMPSWAP_PROGRAM, POOL_EXISTS),
  },
  launchlab: {
    curve_complete: (condition) => launchLabFact(condition, LAUNCHLAB_STATUS.complete),
    migrated: (condition) => launchLabFact(condition, LAUNCHLAB_STATUS.migrated),
  },
  meteora: {
    curve_complete: (condition) => meteoraFact(condition, DBC_PROGRESS.complete),
    migrated: (condition) => meteoraFact(condition, DBC_PROGRESS.migrated),
  },
};

function launchLabFact({ tokenAddress, quoteMint }: TokenEventCondition, status: number) {
  const pool = findLaunchLabPoolAddress(tokenAddress, quoteMint);
  return stateFact(pool, LAUNCHLAB_PROGRAM, launchReached(status));
}

function meteoraFact({ pool, poolType }: TokenEventCondition, progress: number): Promise<Decider> {
  if (!pool || !poolType) throw new RangeError('a launch of Meteora names its curve');
  return stateFact(pool, METEORA_DBC_PROGRAM, progressReached(poolType, progress));
}

async function stateFact(
  account: Address | Promise<Address>,
  factOwner: Address,
  clauses: readonly Clause[],
): Promise<Decider> {
  return { source: MarketSource.StateFact, account: await account, factOwner, clauses };
}

/** What each pump.fun curve sells, in base units. */
const PUMP_CURVE_TOKENS = 793_100_000_000_000n;
const BASIS_POINTS = 10_000n;

async function measureCurve(sample: Sample, mint: Address): Promise<Progress | null> {
  const account = findAccount(sample, await findPumpCurveAddress(mint));
  const curve = account && decodePumpCurve(account);
  if (!curve?.ok) return null;
  const { isComplete, realTokenReserves: left } = curve.value;
  if (left > PUMP_CURVE_TOKENS) return null;
  const sold = ((PUMP_CURVE_TOKENS - left) * BASIS_POINTS) / PUMP_CURVE_TOKENS;
  const current = isComplete ? '100' : formatRational(rational(sold, 100n));
  return { current, target: '100', unit: 'percent of the curve sold' };
}
