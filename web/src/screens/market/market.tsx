// One market: its rule, its odds, and after its end who got what and why.
import type { Market } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { Failure } from '../../components/notice.tsx';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';
import { Ticket } from '../../ticket/ticket.tsx';
import { YourPosition } from '../../ticket/your-position.tsx';
import { Announcer } from './announcer.tsx';
import { Bets } from './bets.tsx';
import { Board } from './board.tsx';
import { Cautions } from './cautions.tsx';
import { Dates } from './dates.tsx';
import { Ended } from './ended.tsx';
import { LiveValue } from './live-value.tsx';
import { OddsOverTime } from './odds-over-time.tsx';
import { Positions } from './positions.tsx';
import { Rule } from './rule.tsx';
import { Stale, useIsStale } from './stale.tsx';
import { useMarket } from './use-market.ts';
import { Waiting } from './waiting.tsx';

export function MarketScreen({ id }: { readonly id: string }) {
  const { value, error, reload, settlements } = useMarket(id);
  const isStale = useIsStale();
  const { market, bets, history } = value.value ?? {};
  useTitle(market);
  if (!market || !bets || !history) {
    const failure = error.value;
    if (!failure) {
      return (
        <p class="loading" role="status">
          Loading the market …
        </p>
      );
    }
    return failure.code === 'market_not_found' ? (
      <UnknownMarket />
    ) : (
      <Failure error={failure} retry={reload} />
    );
  }
  const isOpen = market.status === 'open';
  return (
    <article class={`market ${lookOf(market)} ${isStale ? 'market-stale' : ''}`}>
      <header class="market-head">
        <h1 class="market-question" dir="auto">
          {plainText(market.question)}
        </h1>
        <Cautions market={market} />
        {isStale && <Stale retry={reload} />}
      </header>
      <Rule market={market}>{isOpen && <LiveValue market={market} />}</Rule>
      <div class="market-side">
        <Board market={market} />
        <Waiting market={market} />
        <YourPosition market={market} />
        {isOpen && (
          <aside class="market-ticket" id="ticket" aria-label="Bet">
            <Ticket market={market} reload={reload} />
          </aside>
        )}
        {isOpen && <Dates market={market} />}
      </div>
      <div class="market-rest">
        {!isOpen && <Ended market={market} settlements={settlements} />}
        <OddsOverTime market={market} history={history} />
        <Positions market={market} bets={bets} />
        <Bets market={market} bets={bets} />
      </div>
      <Announcer market={market} />
    </article>
  );
}

/** Markets that one should not take for ordinary ones do not look like them. */
function lookOf({ mismatch, custom }: Market): string {
  if (mismatch) return 'market-mismatch';
  return custom ? 'market-custom' : '';
}

function useTitle(market: Market | undefined): void {
  const question = market && plainText(market.question);
  useEffect(() => {
    if (question === undefined) return;
    const { title } = document;
    document.title = `${question} – Tote`;
    return () => {
      document.title = title;
    };
  }, [question]);
}

function UnknownMarket() {
  return (
    <section class="narrow stack">
      <h1>There is no such market</h1>
      <p>
        The address names a market that is not on this chain. Was it cut off?{' '}
        <a href={href('/')}>See all markets</a>.
      </p>
    </section>
  );
}
