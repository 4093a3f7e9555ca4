import type { ChangeOf } from '@tote/chain/history/program-change';
import type { Applying } from '../batch.ts';

export function applyBettorOpened({ batch }: Applying, { event }: ChangeOf<'BettorOpened'>): void {
  batch.addBettor({ address: event.bettor, wallet: event.wallet });
}
