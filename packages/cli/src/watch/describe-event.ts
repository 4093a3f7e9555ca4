import { describeRefund } from '@tote/domain';
import type { FeedItem } from '@tote/sdk';
import { money, percent } from '../format.ts';

export function describeEvent({ type, data }: FeedItem): string {
  switch (type) {
    case 'market.created':
      return `${type}: ${data.question}`;
    case 'bet.pending':
    case 'bet.confirmed':
    case 'bet.failed':
      return `${type}: ${money(data.amount, data.currency)} on ${data.outcome} by ${data.wallet}`;
    case 'odds.changed':
      return `${type}: Yes ${percent(data.odds.Yes)}, No ${percent(data.odds.No)}`;
    case 'market.proposed':
      return `${type}: ${data.proposedOutcome}`;
    case 'market.resolved':
      return `${type}: ${data.winningOutcome}`;
    case 'market.refunded':
      return `${type}: ${describeRefund(data.refundReason, data.winningOutcome)}`;
    case 'position.settled':
      return `${type}: ${money(data.payout, data.currency)} to ${data.wallet}`;
    case 'account.deposited':
    case 'account.withdrawn':
      return `${type}: ${money(data.amount, data.currency)}, ${data.wallet}`;
    case 'feed.unreadable':
      return `${type}: ${data.reason}`;
    default:
      return type;
  }
}
