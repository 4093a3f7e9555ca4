// Compiles the condition of a new market, and collects warnings from the current chain state.
import { compareWithQuestion } from '@tote/conditions/compare-question';
import { compileSupported } from '@tote/conditions/compile-supported';
import type { CompiledCondition } from '@tote/conditions/condition';
import type { ConditionInput, OtherToken, TokenHints } from '@tote/conditions/condition-input';
import {
  CUSTOM_WARNING,
  type CustomInput,
  listCustomReasons,
  warnOfSupplyKey,
} from '@tote/conditions/custom-reasons';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import type { UnixSeconds } from '@tote/domain';
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
import { readTokens } from './read-token.ts';
import { listMarketWarnings } from './warnings.ts';

export interface WantedCondition {
  readonly compiled: CompiledCondition;
  readonly isCustom: boolean;
  readonly current: Current | null;
  readonly sources: CurrentSources | null;
  readonly hints?: TokenHints;
  readonly otherToken?: OtherToken;
}

export async function compileWanted(
  { chain, store, config, priceUpdates, web }: MarketContext,
  input: CreateMarketInput,
  now: UnixSeconds,
): Promise<WantedCondition> {
  const { question, tokenAddress, expiresAt, condition, attestation } = input;
  const asked: ConditionInput = {
    ...{ question, tokenAddress, expiresAt, now },
    ...(condition !== undefined && { condition }),
    ...(attestation && { attestation }),
  };
  const tokens = await readTokens(chain, asked);
  const { token, other } = tokens;
  const known: ConditionInput = {
    ...asked,
    ...(token && { token: token.hints }),
    ...(other && { otherToken: other }),
  };
  let newest: Sample | undefined;
  const compiled = await compileSupported({
    ...known,
    coversFeed: (feedId) => priceUpdates.covers(feedId),
    ...(priceUpdates.watches && { watchesFeed: priceUpdates.watches.bind(priceUpdates) }),
    async takeSamples(wanted, count) {
      const samples = await takeSamples(chain, wanted, count);
      newest = samples?.at(-1);
      return samples;
    },
  });
  requireListed(compiled.condition, web);
  const agreement =
    condition === undefined ? 'same' : compareWithQuestion(known, compiled.condition);
  const doubts: CustomInput = {
    ...{ compiled, agreement },
    hints: token?.hints ?? {},
    supply: token?.supply ?? { kind: 'unread' },
    ...(other && { other }),
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
    ...{ isCustom, current, sources },
    ...(token && { hints: token.hints }),
    ...(other && { otherToken: other }),
  };
}

export function isMetNow({
  current,
  sources,
}: Pick<WantedCondition, 'current' | 'sources'>): boolean | null {
  if (sources) return sources.judged.ok ? sources.judged.value : null;
  return current?.measure.ok ? current.measure.value.isMet : null;
}
