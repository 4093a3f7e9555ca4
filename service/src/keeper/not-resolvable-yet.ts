import { TransactionFailed } from '@tote/chain/landed';
import { DomainError } from '@tote/domain';
import type { DisabledOracles } from '../markets/disabled-oracles.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import { findProgramError } from '../submissions/land-and-ingest.ts';

/** Why there is no outcome yet. The message is public. The job is retried. */
export class NotResolvableYet extends Error {
  override readonly name = 'NotResolvableYet';
}

export const toSentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;

export const FREED = 'the refund of every stake, because its oracle is disabled';

/** Called before anything is stored, because the program would refuse the oracle's signature. */
export async function requireOracle(
  { disabledOracles }: { readonly disabledOracles?: Pick<DisabledOracles, 'mark'> },
  market: MarketView,
): Promise<void> {
  const marked = await disabledOracles?.mark(market);
  if (marked?.isOracleDisabled) throw new NotResolvableYet(`It waits for ${FREED}.`);
}

/** The public text of a failure. Internal errors are not shown, as they may hold secrets. */
export function describeFailure(error: unknown): string {
  if (error instanceof DomainError || error instanceof NotResolvableYet) return error.message;
  if (error instanceof TransactionFailed) {
    return `The chain refused it: ${findProgramError(error) ?? error.failure.text}.`;
  }
  return 'Something went wrong here.';
}
