// Compares the rows of a bettor with its account: wallet, balances and open positions.
import { marketIdOf } from '@tote/chain/ids';
import { type Bettor, NO_ADDRESS } from '@tote/program-client';
import type { OpenPositionRow } from '../../store/snapshot/list-bettors.ts';

/** What the rows of a bettor come to: SOL, UTILITY. */
export type Movements = readonly [sol: bigint, utility: bigint];

interface BettorRows {
  readonly wallet: string;
  readonly open: readonly OpenPositionRow[];
  readonly sums: Movements;
}

/** Why they differ; undefined if they do not. */
export function compareBettor(
  { wallet, open, sums }: BettorRows,
  account: Bettor | undefined,
): string | undefined {
  const [sol = 0n, utility = 0n] = account?.available ?? [];
  if (account && account.wallet !== wallet) return `its wallet is ${account.wallet}, not ${wallet}`;
  if (sums[0] !== sol) return `its balance is ${sol} lamports, not ${sums[0]}`;
  if (sums[1] !== utility) return `its balance is ${utility} of UTILITY, not ${sums[1]}`;
  const slots = (account?.slots ?? []).filter(({ market }) => market !== NO_ADDRESS);
  const onChain = new Map(slots.map(({ market, ...slot }) => [marketIdOf(market), slot]));
  for (const { market_id, stake_yes, stake_no } of open) {
    const slot = onChain.get(market_id as never);
    const [yes, no] = [slot?.stakeYes ?? 0n, slot?.stakeNo ?? 0n];
    onChain.delete(market_id as never);
    if (yes === stake_yes && no === stake_no) continue;
    return `its stakes in ${market_id} are ${yes} / ${no}, not ${stake_yes} / ${stake_no}`;
  }
  const [more] = onChain.keys();
  return more && `its position in ${more} has no row`;
}
