import type { FeedItem } from '@tote/sdk';
import { withCurrency } from '../../format/amounts.ts';

const SHOWN = 3;

/** What an event means for the wallet's money; undefined if it means nothing. */
export function sayNews(event: FeedItem, wallet: string): string | undefined {
  switch (event.type) {
    case 'position.settled': {
      const { payout, currency, state } = event.data;
      if (event.data.wallet !== wallet || state === 'lost') return undefined;
      const amount = withCurrency(payout, currency);
      return state === 'won' ? `${amount} credited: you won.` : `${amount} refunded.`;
    }
    case 'account.withdrawn': {
      const { amount, currency, autoWithdraw } = event.data;
      return autoWithdraw ? `${withCurrency(amount, currency)} sent to your wallet.` : undefined;
    }
    default:
      return undefined;
  }
}

export function News({ news }: { readonly news: readonly string[] }) {
  return (
    <div class="news" role="status">
      {news.slice(0, SHOWN).map((text, at) => (
        <p key={news.length - at}>{text}</p>
      ))}
    </div>
  );
}
