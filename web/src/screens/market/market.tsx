import type { Market } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { lazy } from '../../components/lazy.tsx';
import { Failure } from '../../components/notice.tsx';
import { plainText } from '../../format/words.ts';
import { branding } from '../../navigation/env.ts';
import { href } from '../../navigation/router.ts';
import { YourPosition } from '../../ticket/your-position.tsx';
import { Announcer } from './announcer.tsx';
import { Bets } from './bets.tsx';
import { Board } from './board.tsx';
import { Cautions } from './cautions.tsx';
import { Dates } from './dates.tsx';
import { Ended, Money, useReceipt } from './ended.tsx';
import { LiveValue } from './live-value.tsx';
import type { MarketData } from './market-data.ts';
import { OddsOverTime } from './odds-over-time.tsx';
import { Positions } from './positions.tsx';
import { Rule } from './rule.tsx';
import { useMarket } from './use-market.ts';
import { Waiting } from './waiting.tsx';

/** Loaded after the rule and the odds. */
const Ticket = lazy(() => import('../../ticket/ticket.tsx').then((module) => module.Ticket));

export function MarketScreen({ id }: { readonly id: string }) {
  const { value, error, reload, settlements } = useMarket(id);
  const data = value.value;
  if (data) return <ShownMarket {...{ data, reload, settlements }} />;
  const failure = error.value;
  if (!failure) {
    return (
      <p class="loading" role="status">
        Loading the market …
      </p>
    );
  }
  if (failure.code === 'market_not_found') return <UnknownMarket />;
  return <Failure error={failure} retry={reload} />;
}

/** Questions with more characters get smaller type. */
const LONG = 90;

interface ShownProps {
  readonly data: MarketData;
  readonly settlements: number;
  reload(): void;
}

function ShownMarket({ data: { market, bets, history }, settlements, reload }: ShownProps) {
  const receipt = useReceipt(market, settlements);
  const question = plainText(market.question);
  useTitle(question);
  const isOpen = market.status === 'open';
  const side = (
    // Keyed, because it moves when the market ends, and the ticket must keep following its bet.
    <div class="market-side" key="side">
      <Board market={market} />
      <Waiting market={market} />
      <YourPosition market={market} />
      <Ticket market={market} reload={reload} />
      {isOpen && <Dates market={market} />}
      <Money market={market} receipt={receipt} />
    </div>
  );
  return (
    <article class={`market ${isOpen ? '' : 'market-ended'} ${lookOf(market)}`}>
      <header class="market-head">
        <h1 class={question.length > LONG ? 'market-long' : undefined} dir="auto">
          {question}
        </h1>
        <Cautions market={market} />
      </header>
      {/* The most important part comes first: the rule, or the outcome once it is known. The keys
          keep the state of the parts, such as a bet in flight. */}
      {!isOpen && side}
      <Rule market={market} key="rule">
        {isOpen && <LiveValue market={market} />}
      </Rule>
      {isOpen && side}
      <div class="market-rest">
        <Ended receipt={receipt} settlements={settlements} />
        <OddsOverTime market={market} history={history} />
        <Positions market={market} bets={bets} />
        <Bets market={market} bets={bets} />
      </div>
      <Announcer market={market} />
    </article>
  );
}

/** Custom and mismatched markets look different from ordinary ones. */
function lookOf({ mismatch, custom }: Market): string {
  if (mismatch) return 'market-mismatch';
  return custom ? 'market-custom' : '';
}

function useTitle(question: string): void {
  useEffect(() => {
    const { title } = document;
    document.title = `${question} · ${branding.name}`;
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
        The address names a market that is not on this chain. Was the link cut off?{' '}
        <a href={href('/')}>See all markets</a>.
      </p>
    </section>
  );
}
