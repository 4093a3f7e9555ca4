import type { Market } from '@tote/sdk';

/** The place of the ticket. */
export function TicketSlot({ market }: { readonly market: Market }) {
  return <p class="quiet">{market.bettingOpen ? 'Bets are open.' : 'Bets are closed.'}</p>;
}
