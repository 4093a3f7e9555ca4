// Compiles the condition of a new market, and collects warnings from the current chain state.
import { compareWithQuestion } from '@tote/conditions/compare-question';
import { compileSupported, lacksPool } from '@tote/conditions/compile-supported';
import type { CompiledCondition } from '@tote/conditions/condition';
import type { ConditionInput } from '@tote/conditions/condition-input';
import {
  CUSTOM_WARNING,
  type CustomInput,
  listCustomReasons,
  warnOfSupplyKey,
} from '@tote/conditions/custom-reasons';
import { asAttested } from '@tote/conditions/evaluate';
import type { KnownCosts } from '@tote/conditions/kinds/kind';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import { conditionKey, questionKey } from '@tote/conditions/market-keys';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { checkTickers } from '@tote/conditions/questions/token-names';
import { isCertainOnceMet } from '@tote/conditions/resolution-rule';
import { warnOfMovers } from '@tote/conditions/who-can-move';
import { formatInstant, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { findSameMarket } from '../../store/projection/list-markets.ts';
import type { Db } from '../../store/store.ts';
import type { CreateMarketInput, MarketContext } from '../context.ts';
import {
  type Current,
  type CurrentSources,
  lookUpCosts,
  measureNow,
  readWebNow,
  requireListed,
  takeSamples,
} from './measure-now.ts';
import { type KnownToken, type KnownTokens, readTokens } from './read-token.ts';

export async function compileWanted(
  { chain, store, config, priceUpdates, web, isCluster }: MarketContext,
  input: CreateMarketInput,
  now: UnixSeconds,
) {
  const { question, tokenAddress, expiresAt, condition, attestation } = input;
  const nodes = Math.min(chain.nodes.length, 2);
  const asked = { question, tokenAddress, expiresAt, condition, attestation, now, nodes };
  const tokens = await readTokens(chain, asked);
  const { token, other } = tokens;
  const known: ConditionInput = { ...asked, token: token?.hints, otherToken: other };
  let newest: Sample | undefined;
  const compiled = await compileSupported({
    ...known,
    hasLaunchpad: (launchpad) => (launchpad === 'demo') !== isCluster,
    coversFeed: (feedId) => priceUpdates.covers(feedId),
    watchesFeed: priceUpdates.watches?.bind(priceUpdates),
    async takeSamples(wanted, count) {
      const samples = await takeSamples(chain, wanted, count);
      newest = samples?.at(-1);
      return samples;
    },
  });
  requireListed(compiled.condition, web);
  const stated = condition === undefined ? 'same' : compareWithQuestion(known, compiled.condition);
  // Whoever operates the service stands behind what its series measure.
  const agreement = input.round ? 'same' : stated;
  const doubts: CustomInput = {
    ...{ compiled, agreement, other },
    hints: token?.hints ?? {},
    supply: token?.supply ?? { kind: 'unread' },
    knownPrograms: config.onChain().knownPrograms,
  };
  const reasons = listCustomReasons(doubts);
  const isCustom = reasons.length > 0;
  const [current, costs, sources] = await Promise.all([
    measureNow(chain, compiled.condition, expiresAt, newest),
    lookUpCosts(chain, compiled.condition),
    readWebNow(compiled.condition, web),
  ]);
  const measured = { current, costs, sources };
  const market = { question, tokenAddress, expiresAt, compiled, ...tokens, ...measured, now };
  const warnings = await listMarketWarnings(store.db, market);
  const control = [...(isCustom ? [CUSTOM_WARNING] : []), ...reasons, ...warnOfSupplyKey(doubts)];
  return {
    compiled: { ...compiled, warnings: [...control, ...warnings] },
    ...{ isCustom, current, sources, hints: token?.hints, otherToken: other },
  };
}

export function isMetNow({ current, sources }: Pick<WarnedMarket, 'current' | 'sources'>) {
  if (sources) return sources.judged.ok ? sources.judged.value : null;
  return current?.measure.ok ? current.measure.value.isMet : null;
}

// Warnings for the creator of a market, in addition to those of its condition.

const UNDECIDED = 'Unless that changes, nothing decides the market and all stakes are refunded.';
export const ALREADY_MET = 'What decides it has already happened: such a market cannot be created.';

interface WarnedMarket {
  readonly question: string;
  readonly tokenAddress: string | null;
  readonly expiresAt: UnixSeconds;
  readonly compiled: CompiledCondition;
  readonly token?: KnownToken;
  readonly other?: KnownTokens['other'];
  readonly current: Current | null;
  readonly sources?: CurrentSources | null;
  readonly costs?: KnownCosts;
  readonly now: UnixSeconds;
}

export async function listMarketWarnings(db: Db, market: WarnedMarket): Promise<string[]> {
  const { compiled, current, sources } = market;
  return [
    ...compiled.warnings,
    ...warnOfToken(market),
    ...(isCertainOnceMet(compiled) && isMetNow(market) ? [ALREADY_MET] : []),
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
  if (!token.hints.mint && !asAttested(compiled.condition)) {
    return [
      `There is no token ${tokenAddress} on this chain: until it exists, the condition is not met.`,
    ];
  }
  const ticker = checkTickers(question, token.hints.names?.symbol ?? null, tokenAddress);
  const isPartial = [token, other].some((each) => each?.pools?.isComplete === false);
  return [
    ...(ticker === undefined ? [] : [ticker]),
    ...(isPartial && kindOf(compiled.condition).tokens
      ? ['Not all pools could be searched: there may be deeper ones than those of its launchpad.']
      : []),
  ];
}

async function warnOfMeasure(
  { compiled, token, other, costs = {} }: WarnedMarket,
  current: Current,
): Promise<string[]> {
  const { condition, decider } = compiled;
  const { measure } = current;
  if (!measure.ok) {
    // The condition's own warnings say so already.
    if (lacksPool({ token: token?.hints, otherToken: other }, condition)) return [];
    // It is decided by a later account than the one that was measured now.
    if (decider.source === MarketSource.TimedFact) return [];
    const what = measure.code === 'thin' ? 'The token’s pools are thin' : 'There is no data now';
    return [`${what}: ${measure.reason}. ${UNDECIDED}`];
  }
  const isOver = isCertainOnceMet(compiled) && measure.value.isMet;
  const { sample } = current;
  return warnOfMovers(condition, { sample, measure: measure.value, costs, isOver });
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
