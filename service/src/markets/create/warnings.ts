// Warnings for the creator of a market, in addition to those of its condition.
import type { Address } from '@solana/kit';
import { lacksPool } from '@tote/conditions/compile-supported';
import type { CompiledCondition, Condition } from '@tote/conditions/condition';
import { isCertainOnceMet } from '@tote/conditions/condition-kind';
import type { Measure } from '@tote/conditions/evaluation/verdict';
import { conditionKey, questionKey } from '@tote/conditions/market-keys';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { costToMove } from '@tote/conditions/oracles/prices/manipulation-cost';
import { readTokenPrice } from '@tote/conditions/oracles/prices/token-price';
import { type Rational, rationalOfDecimal } from '@tote/conditions/oracles/rational';
import { findPools, type PricedToken } from '@tote/conditions/pool-measured';
import { checkTickers } from '@tote/conditions/questions/check-ticker';
import { findPricedTokens } from '@tote/conditions/token-ratio';
import { readSampledMint } from '@tote/conditions/token-subject';
import {
  formatSol,
  warnOfBurning,
  warnOfBuyers,
  warnOfNewHolders,
} from '@tote/conditions/who-can-move';
import { formatInstant, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { findSameMarket } from '../../store/projection/find-same-market.ts';
import type { Db } from '../../store/store.ts';
import type { KnownCosts } from './look-up-costs.ts';
import type { Current } from './measure-now.ts';
import {
  isPoolMeasured,
  type KnownToken,
  type KnownTokens,
  type PoolCondition,
} from './read-token.ts';
import type { CurrentSources } from './web-sources.ts';

/** Moving a price to the threshold for less than this is called cheap. */
const CHEAP_LAMPORTS = 100_000_000_000n;

const UNDECIDED = 'Unless that changes, nothing decides the market and every stake goes back.';
export const ALREADY_MET = 'What decides it has already happened: such a market cannot be created.';

interface WarnedMarket {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly expiresAt: UnixSeconds;
  readonly compiled: CompiledCondition;
  /** Left out for a global market. */
  readonly token?: KnownToken;
  /** The token that it is compared with. */
  readonly other?: KnownTokens['other'];
  readonly current: Current | null;
  /** What its web sources say now. */
  readonly sources?: CurrentSources | null;
  /** Left out: not read. */
  readonly costs?: KnownCosts;
  readonly now: UnixSeconds;
}

/** Those of the condition itself come first. */
export async function listMarketWarnings(db: Db, market: WarnedMarket): Promise<string[]> {
  const { compiled, current, sources } = market;
  const isMet =
    (current?.measure.ok && current.measure.value.isMet) ||
    (sources?.judged.ok && sources.judged.value);
  return [
    ...compiled.warnings,
    ...warnOfToken(market),
    ...(isCertainOnceMet(compiled) && isMet ? [ALREADY_MET] : []),
    ...(current ? await warnOfMeasure(market, current) : []),
    ...(sources && !sources.judged.ok
      ? [`There is no data now: ${sources.judged.reason}. ${UNDECIDED}`]
      : []),
    ...(await warnOfSame(db, market)),
  ];
}

function warnOfToken(market: WarnedMarket): string[] {
  const { question, tokenAddress, compiled, token, other } = market;
  if (tokenAddress === null || !token) return [];
  const isMeasured = compiled.condition.type !== 'attested';
  if (!token.hints.mint && isMeasured) {
    return [
      `There is no token ${tokenAddress} on this chain: until it exists, the condition is not met.`,
    ];
  }
  const ticker = checkTickers(question, token.hints.names?.symbol ?? null, tokenAddress);
  const isPartial = [token, other].some((each) => each?.pools?.isComplete === false);
  return [
    ...(ticker === undefined ? [] : [ticker]),
    ...(isPartial && isPoolMeasured(compiled.condition)
      ? ['Not all pools could be searched: there may be deeper ones than those of its launchpad.']
      : []),
  ];
}

/** Warns if the source has no data, and says what it costs to move the value. */
async function warnOfMeasure(
  { compiled, token, other, costs = {} }: WarnedMarket,
  current: Current,
): Promise<string[]> {
  const { condition, decider } = compiled;
  const { measure } = current;
  if (!measure.ok) {
    // The condition's own warnings say so already.
    const hints = { token: token?.hints, ...(other && { otherToken: other }) };
    if (lacksPool(hints, condition)) return [];
    // It is decided by a later account than the one that was measured now.
    if (decider.source === MarketSource.TimedFact) return [];
    const what = measure.code === 'thin' ? 'The token’s pools are thin' : 'There is no data now';
    return [`${what}: ${measure.reason}. ${UNDECIDED}`];
  }
  if (!isPoolMeasured(condition)) {
    const isOver = isCertainOnceMet(compiled) && measure.value.isMet;
    return isOver ? [] : warnOfMovers(condition, current, costs);
  }
  const [least] = (await listCosts(condition, current.sample, measure.value)).sort((a, b) =>
    a.lamports < b.lamports ? -1 : 1,
  );
  if (!least) return [];
  const { lamports, pool } = least;
  const what = `about ${formatSol(lamports)} SOL move the pool ${pool} to the threshold`;
  return lamports < CHEAP_LAMPORTS
    ? [`It is cheap to manipulate: ${what}.`]
    : [`Anybody can move the price by trading: ${what}.`];
}

interface Cost {
  readonly pool: Address;
  readonly lamports: bigint;
}

/** What it costs to move each of the prices until the condition changes. */
async function listCosts(
  condition: PoolCondition,
  sample: Sample,
  { value }: Measure,
): Promise<Cost[]> {
  const target = rationalOfDecimal(condition.threshold);
  if (!target || value.numerator <= 0n || target.numerator <= 0n) return [];
  const cost = ({ token: { tokenAddress }, pools }: PricedToken, from: Rational, to: Rational) => {
    const price = readTokenPrice(sample, { tokenAddress, unit: 'SOL', pools });
    if (!price.ok) return [];
    const { pool, depth } = price.value;
    return [{ pool, lamports: costToMove(depth, from, to) }];
  };
  // A capitalisation is proportional to the price, so the ratio is the same.
  if (condition.type !== 'token_ratio') {
    return cost({ token: condition, pools: await findPools(condition) }, value, target);
  }
  const { own, other } = await findPricedTokens(condition);
  return [...cost(own, value, target), ...cost(other, target, value)];
}

/** For values other than a price that money can move. */
function warnOfMovers(
  condition: Condition,
  { sample }: Current,
  { price, tokenAccountRent: rent, curve }: KnownCosts,
): string[] {
  switch (condition.type) {
    case 'token_supply': {
      const mint = readSampledMint(sample, condition);
      if (!mint.ok || mint.value === 'absent') return [];
      return warnOfBurning(condition, mint.value, price);
    }
    case 'holder_count': {
      const mint = readSampledMint(sample, condition);
      if (!mint.ok || mint.value === 'absent' || !sample.holders) return [];
      const now = { count: sample.holders.count, decimals: mint.value.decimals };
      return warnOfNewHolders(condition, now, { rent, price });
    }
    case 'token_event': {
      // For LaunchLab the pool itself is the curve.
      const sold = condition.launchpad === 'pump' ? curve : sample.accounts[0];
      return sold ? warnOfBuyers(condition, sold) : [];
    }
    default:
      return [];
  }
}

async function warnOfSame(db: Db, market: WarnedMarket): Promise<string[]> {
  const { question, tokenAddress, expiresAt, compiled, now } = market;
  const same = await findSameMarket(db, {
    questionKey: questionKey(question, tokenAddress),
    conditionKey: conditionKey(compiled.condition),
    ...{ expiresAt, now },
  });
  if (!same) return [];
  const until = formatInstant(same.expiresAt);
  return [`The open market ${same.id} asks the same, until ${until}: stakes would be divided.`];
}
