// Compares the rows of a market with its account on chain.
import type { Market } from '@tote/program-client';
import { type AuditedMarket, OPEN } from '../../store/projection/audited-markets.ts';

/** Why they differ; undefined if they do not. Both must be of the same sequence. */
export function findDifference(
  { row, betRows, positions, openPositions, stakeYes, stakeNo, paid }: AuditedMarket,
  account: Market,
): string | undefined {
  const pairs: readonly (readonly [what: string, ours: bigint, onChain: bigint])[] = [
    ['state', row.state, BigInt(account.state)],
    ['pool of Yes', row.pool_yes, account.pools[0] ?? 0n],
    ['pool of No', row.pool_no, account.pools[1] ?? 0n],
    ['stakes on Yes', stakeYes, account.pools[0] ?? 0n],
    ['stakes on No', stakeNo, account.pools[1] ?? 0n],
    ['open positions', openPositions, account.openPositions],
    ['bets', row.bets, betRows],
    ...(isHolding(row) ? [['money inside', held(row, paid), account.held] as const] : []),
  ];
  const wrong = pairs.find(([, ours, onChain]) => ours !== onChain);
  if (!wrong) return undefined;
  const [what, ours, onChain] = wrong;
  return `the ${what}: ${ours}, and ${onChain} on chain (${positions} positions)`;
}

/** While it is open, the program keeps no sum of what is inside. */
function isHolding({ state, fees_moved }: AuditedMarket['row']): boolean {
  return state !== OPEN && fees_moved === 0n;
}

function held({ pool_yes, pool_no }: AuditedMarket['row'], paid: bigint): bigint {
  return pool_yes + pool_no - paid;
}
