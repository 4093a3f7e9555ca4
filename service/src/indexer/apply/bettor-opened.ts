import type { Applying } from '../batch.ts';
import type { ChangeOf } from '../program-change.ts';

export function applyBettorOpened({ batch }: Applying, { event }: ChangeOf<'BettorOpened'>): void {
  batch.addBettor({ address: event.bettor, wallet: event.wallet });
}
