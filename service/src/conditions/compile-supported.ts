import { MarketSource } from '@tote/program-client';
import { compileCondition } from './compile-condition.ts';
import type { CompiledCondition, ConditionInput } from './condition.ts';
import { invalid } from './field-reader.ts';

export interface SupportedInput extends ConditionInput {
  /** Whether updates of the price feed can be had when they are due. */
  readonly coversFeed?: (feedId: string) => boolean;
}

/**
 * What is decided without anybody's word today: facts on chain, and beside them attested events.
 * `compileCondition` knows the sampled types too; they are offered to creators once their sources
 * are sampled. A question about one of them is attested until then.
 */
export async function compileSupported(input: SupportedInput): Promise<CompiledCondition> {
  const compiled = await compileCondition(input);
  const { condition, decider, warnings } = compiled;
  if (condition.type === 'attested') return compiled;
  const isAsked = input.condition === undefined;
  if (decider.source === MarketSource.Oracle) {
    const what = `${condition.type}${'timing' in condition ? ` ${condition.timing}` : ''}`;
    const reason = `conditions of the type ${what} are not verified here yet`;
    if (!isAsked) throw invalid(`${reason}; leave it out and the oracle attests the event`);
    return attest(
      input,
      `Verifying it by itself (${what}) is not offered yet: the oracle attests.`,
    );
  }
  if (condition.type !== 'price_feed' || (input.coversFeed?.(condition.feedId) ?? true)) {
    return compiled;
  }
  const missing = `There is no source of ${condition.feed}/USD updates here`;
  if (isAsked) return attest(input, `${missing}: the oracle attests.`);
  const warning = `${missing}: unless somebody brings one, every stake goes back.`;
  return { ...compiled, warnings: [...warnings, warning] };
}

async function attest(input: ConditionInput, warning: string): Promise<CompiledCondition> {
  const compiled = await compileCondition({ ...input, condition: { type: 'attested' } });
  return { ...compiled, warnings: [...compiled.warnings, warning] };
}
