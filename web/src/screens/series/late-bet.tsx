import type { Market } from '@tote/sdk';
import { BetProgress } from '../../ticket/bet-progress.tsx';
import { useBet } from '../../ticket/use-bet.ts';

/** A bet that was on its way when its round began, whose ticket is gone. */
export function LateBet({ market, reload }: { readonly market: Market; reload(): void }) {
  const bet = useBet(market, reload);
  const sent = bet.sent.value;
  return sent ? <BetProgress sent={sent} bet={bet} /> : null;
}
