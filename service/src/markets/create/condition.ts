// Compiles the condition of a new market, and collects warnings from the current chain state.

import { KNOWN_PROGRAMS } from '@tote/chain/deployment/known-programs';
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
import type { MarketContext } from '../context.ts';
import type { CreateMarketInput } from '../create-market-input.ts';
import { lookUpCosts } from './look-up-costs.ts';
import { type Current, measureNow } from './measure-now.ts';
import { readTokens } from './read-token.ts';
import { takeSamples } from './take-samples.ts';
import { listMarketWarnings } from './warnings.ts';
import { type CurrentSources, readWebNow, requireListed } from './web-sources.ts';

export interface WantedCondition {
  /** With all warnings for its creator. */
  readonly compiled: CompiledCondition;
  /** Delegates may not bet in it; the warnings say why. */
  readonly isCustom: boolean;
  /** Its current measurement; null if unknown. */
  readonly current: Current | null;
  /** What its web sources say now; null if it has none. */
  readonly sources: CurrentSources | null;
  /** What the chain says about its token. */
  readonly hints?: TokenHints;
  /** The token that it may be compared with. */
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
    knownPrograms: config.knownPrograms ?? KNOWN_PROGRAMS,
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

/** Whether it holds now; null if unknown. */
export function isMetNow({
  current,
  sources,
}: Pick<WantedCondition, 'current' | 'sources'>): boolean | null {
  if (sources) return sources.judged.ok ? sources.judged.value : null;
  return current?.measure.ok ? current.measure.value.isMet : null;
}
