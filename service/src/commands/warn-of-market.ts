// What somebody who is about to create a market should know, beyond what its condition says.
import type { Address } from '@solana/kit';
import { formatDecimal, formatInstant, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { lacksPool } from '../conditions/compile-supported.ts';
import { type CompiledCondition, isCertainOnceMet } from '../conditions/condition.ts';
import { listConditionAccounts } from '../conditions/evaluate.ts';
import { conditionKey, questionKey } from '../conditions/market-keys.ts';
import { checkTickers } from '../conditions/questions/check-ticker.ts';
import { costToMove } from '../oracles/prices/manipulation-cost.ts';
import { readTokenPrice } from '../oracles/prices/token-price.ts';
import { SOL_DECIMALS } from '../oracles/programs.ts';
import { rationalOfDecimal } from '../oracles/rational.ts';
import { findSameMarket } from '../store/projection/find-same-market.ts';
import type { Db } from '../store/store.ts';
import { isPoolMeasured, type KnownToken } from './look-at-token.ts';
import type { Current } from './measure-now.ts';

/** Who needs less than this to move the price to the threshold is tempted. */
const CHEAP_LAMPORTS = 100_000_000_000n;
const SHOWN_DECIMALS = 2;

const UNDECIDED = 'As long as that is so nothing decides the market, and every stake goes back.';
export const ALREADY_MET = 'The condition is already met: such a market cannot be created.';

export interface WarnedMarket {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly expiresAt: UnixSeconds;
  readonly compiled: CompiledCondition;
  /** Left out for a global market. */
  readonly token?: KnownToken;
  readonly current: Current | null;
  readonly now: UnixSeconds;
}

/** The sentences of the condition itself come first. */
export async function listMarketWarnings(db: Db, market: WarnedMarket): Promise<string[]> {
  const { compiled, current } = market;
  const isMet = current?.measure.ok && current.measure.value.isMet;
  return [
    ...compiled.warnings,
    ...warnOfToken(market),
    ...(isCertainOnceMet(compiled) && isMet ? [ALREADY_MET] : []),
    ...(current ? await warnOfMeasure(market, current) : []),
    ...(await warnOfSame(db, market)),
  ];
}

function warnOfToken({ question, tokenAddress, compiled, token }: WarnedMarket): string[] {
  if (tokenAddress === null || !token) return [];
  const isMeasured = compiled.condition.type !== 'attested';
  if (!token.hints.mint && isMeasured) {
    return [`There is no token ${tokenAddress} on this chain: until there is, nothing is met.`];
  }
  const ticker = checkTickers(question, token.symbol, tokenAddress);
  const isPartial = isPoolMeasured(compiled.condition) && token.pools?.isComplete === false;
  return [
    ...(ticker === undefined ? [] : [ticker]),
    ...(isPartial
      ? ['Not all pools could be searched: there may be deeper ones than those of its launchpad.']
      : []),
  ];
}

/** Whether there is a source, and whether it is for sale. */
async function warnOfMeasure(
  { compiled: { condition, decider }, token }: WarnedMarket,
  current: Current,
): Promise<string[]> {
  const { measure } = current;
  if (!measure.ok) {
    // The condition itself has said so.
    if (lacksPool(token?.hints, condition)) return [];
    // Another account than the one that is looked at now will decide.
    if (decider.source === MarketSource.TimedFact) return [];
    const what = measure.code === 'thin' ? 'The token’s pools are thin' : 'There is no data now';
    return [`${what}: ${measure.reason}. ${UNDECIDED}`];
  }
  if (!isPoolMeasured(condition)) return [];
  const pools = new Set<Address>(await listConditionAccounts(condition));
  const { tokenAddress, unit, threshold } = condition;
  const price = readTokenPrice(current.sample, { tokenAddress, unit, pools });
  const target = rationalOfDecimal(threshold);
  const { value } = measure.value;
  if (!price.ok || !target || value.numerator <= 0n || target.numerator <= 0n) return [];
  // A capitalisation moves as its price does, so that their ratios are the same.
  const cost = costToMove(price.value.depth, value, target);
  if (cost >= CHEAP_LAMPORTS) return [];
  return [
    `It is cheap to manipulate: about ${formatSol(cost)} SOL move the pool ${price.value.pool} ` +
      'to the threshold.',
  ];
}

/** Rounded up to a hundredth: nothing costs nothing. */
function formatSol(lamports: bigint): string {
  const unit = 10n ** BigInt(SOL_DECIMALS - SHOWN_DECIMALS);
  return formatDecimal((lamports + unit - 1n) / unit, SHOWN_DECIMALS);
}

async function warnOfSame(db: Db, market: WarnedMarket): Promise<string[]> {
  const { question, tokenAddress, expiresAt, compiled, now } = market;
  const same = await findSameMarket(db, {
    questionKey: questionKey(question, tokenAddress),
    conditionKey: conditionKey(compiled.canonical),
    ...{ expiresAt, now },
  });
  if (!same) return [];
  const until = formatInstant(same.expiresAt);
  return [`The open market ${same.id} asks the same, until ${until}: stakes would be divided.`];
}
