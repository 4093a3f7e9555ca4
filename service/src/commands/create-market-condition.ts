// What will decide a new market, with what the chain says about its subject now.
import { isAddress } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import { compileSupported } from '../conditions/compile-supported.ts';
import type { CompiledCondition, TokenHints } from '../conditions/condition.ts';
import { evaluateFact } from '../conditions/evaluation/evaluate-fact.ts';
import { isOracleMarket } from '../conditions/oracle-market.ts';
import { listHintAccounts, readTokenHints } from '../conditions/token-hints.ts';
import { readSample } from '../oracles/read-sample.ts';
import type { CreateMarketInput } from '../use-cases.ts';
import type { TermsContext } from './create-market-draft.ts';

const ALREADY_MET = 'The condition is already met: nobody can bet in this market.';

export async function compileWanted(
  context: TermsContext,
  input: CreateMarketInput,
  now: UnixSeconds,
): Promise<CompiledCondition> {
  const { question, tokenAddress, expiresAt, condition } = input;
  const token = await readHints(context, tokenAddress);
  const compiled = await compileSupported({
    ...{ question, tokenAddress, expiresAt, now, token },
    ...(condition !== undefined && { condition }),
    coversFeed: (feedId) => context.priceUpdates?.covers(feedId) ?? false,
  });
  if (!(await isMetAlready(context, compiled, now, expiresAt))) return compiled;
  return { ...compiled, warnings: [...compiled.warnings, ALREADY_MET] };
}

async function readHints(
  { chain }: TermsContext,
  tokenAddress: string | null,
): Promise<TokenHints | undefined> {
  if (tokenAddress === null || !isAddress(tokenAddress)) return undefined;
  return readTokenHints(
    await readSample(chain, await listHintAccounts(tokenAddress)),
    tokenAddress,
  );
}

async function isMetAlready(
  { chain }: TermsContext,
  compiled: CompiledCondition,
  createdAt: UnixSeconds,
  expiresAt: UnixSeconds,
): Promise<boolean> {
  const { decider, isTriggered } = compiled;
  if (!isTriggered || isOracleMarket(decider) || !('account' in decider)) return false;
  const sample = await readSample(chain, [decider.account]);
  const moments = { createdAt, expiresAt, now: sample.observedAt };
  return evaluateFact(compiled, { samples: [sample] }, moments).verdict === 'met';
}
