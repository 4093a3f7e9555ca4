import type { Currency } from '@tote/domain';
import {
  type Config,
  type Decimal,
  fromBaseUnits,
  type Reserves,
  ToteError,
  toBaseUnits,
} from '@tote/sdk';
import { tote } from '../../data/tote.ts';
import type { Reading } from './read-vaults.ts';

export interface Both {
  readonly said: Reserves | { readonly failure: string };
  readonly read: Reading | { readonly failure: string };
}

/** The two are read at different slots, and a bet in between moves money. */
const TRIES = 3;
const PAUSE_MS = 1_200;

export async function readBoth(url: string, config: Config, signal: AbortSignal): Promise<Both> {
  for (let left = TRIES; ; left -= 1) {
    const [said, read] = await Promise.all([readSaid(signal), readChain(url, config, signal)]);
    const both = { said, read };
    if (left === 1 || signal.aborted || !differs(both, config)) return both;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

export function differs({ said, read }: Both, { decimals }: Config): boolean {
  if ('failure' in said || 'failure' in read) return false;
  return (['SOL', 'UTILITY'] as const).some(
    (currency) =>
      findDifferences(said[currency], read.vaults[currency], decimals[currency]).length > 0,
  );
}

async function readSaid(signal: AbortSignal): Promise<Both['said']> {
  try {
    return await tote.peek().getReserves({}, { signal });
  } catch (error) {
    if (!(error instanceof ToteError)) throw error;
    return { failure: `The service did not answer: ${error.message}` };
  }
}

async function readChain(url: string, config: Config, signal: AbortSignal): Promise<Both['read']> {
  try {
    const { readVaults } = await import('./read-vaults.ts');
    return await readVaults(url, config, signal);
  } catch (error) {
    return { failure: `The node at ${url} could not be read: ${(error as Error).message}` };
  }
}

export interface Difference {
  readonly of: 'holds' | 'owes';
  readonly amount: Decimal;
  /** Whether the service reports more than the chain has. */
  readonly isMore: boolean;
}

export function findDifferences(
  said: Reserves[Currency],
  read: Reading['vaults'][Currency],
  decimals: Config['decimals'][Currency],
): Difference[] {
  const pairs = [
    ['holds', toBaseUnits(said.vault, decimals), read.holds],
    ['owes', toBaseUnits(said.owed, decimals), read.owes],
  ] as const;
  return pairs
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([of, ours, theirs]) => {
      const isMore = ours > theirs;
      const amount = fromBaseUnits(isMore ? ours - theirs : theirs - ours, decimals);
      return { of, amount, isMore };
    });
}
