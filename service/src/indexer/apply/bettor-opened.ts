import type { ChangeOf } from '@tote/chain/history/program-change';
import type { ApplyContext } from '../batch.ts';

export function applyBettorOpened(
  { batch }: ApplyContext,
  { event }: ChangeOf<'BettorOpened'>,
): void {
  batch.addBettor({ address: event.bettor, wallet: event.wallet });
}
