import { useSignal } from '@preact/signals';
import type { Market } from '@tote/sdk';
import { useEffect, useRef } from 'preact/hooks';
import { lazy } from '../../components/lazy.tsx';
import { Failure } from '../../components/notice.tsx';
import { useTitle } from '../../components/use-title.ts';
import { throttle } from '../../data/soon.ts';
import { hasBets, oddsInWords } from '../../format/odds.ts';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';
import { TicketFrame } from '../../ticket/ticket-frame.tsx';
import { YourPosition } from '../../ticket/your-position.tsx';
import { Board } from './board.tsx';
import { Cautions, Waiting } from './cautions.tsx';
import { Money, useReceipt } from './ended.tsx';
import { LiveValue } from './live-value.tsx';
import type { MarketData } from './market-data.ts';
import { Rule } from './rule.tsx';
import { useMarket } from './use-market.ts';

/** Below the fold, so its code is loaded afterwards. */
const MarketRest = lazy(() => import('./market-rest.tsx'), 'MarketRest');

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

function ShownMarket({ data, settlements, reload }: ShownProps) {
  const { market } = data;
  const receipt = useReceipt(market, settlements);
  const question = plainText(market.question);
  useTitle(question);
  const isOpen = market.status === 'open';
  return (
    <article class={`market ${isOpen ? '' : 'market-ended'} ${lookOf(market)}`}>
      <header class="market-head">
        <h1 class={question.length > LONG ? 'market-long' : undefined} dir="auto">
          {question}
        </h1>
        {market.series && (
          <p>
            <a href={href(`/series/${market.series}`)}>All rounds of this series</a>
          </p>
        )}
        <Cautions market={market} />
      </header>
      <Board market={market} />
      <div class="market-side">
        <Waiting market={market} />
        <YourPosition market={market} />
        <TicketFrame market={market} reload={reload} key={market.id} />
        <Money market={market} receipt={receipt} />
      </div>
      <Rule market={market}>{isOpen && <LiveValue market={market} />}</Rule>
      <div class="market-rest">
        <MarketRest data={data} receipt={receipt} settlements={settlements} />
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

/** So that screen readers do not announce each bet. */
const PAUSE_MS = 10_000;

/** Announces changes of odds and state to screen readers, once each. */
function Announcer({ market }: { readonly market: Market }) {
  const said = useSignal('');
  const sentence = useRef('');
  const current = sentenceOf(market);
  const first = useRef(current);
  sentence.current = current;
  const speak = useRef<ReturnType<typeof throttle> | undefined>(undefined);
  speak.current ??= throttle(() => {
    said.value = sentence.current;
  }, PAUSE_MS);
  useEffect(() => {
    if (current !== first.current || said.peek() !== '') speak.current?.call();
  }, [current, said]);
  useEffect(() => () => speak.current?.cancel(), []);
  return (
    <p class="visually-hidden" role="status">
      {said.value}
    </p>
  );
}

function sentenceOf(market: Market): string {
  const { status, refunded, winningOutcome, bettingOpen } = market;
  if (status === 'resolved') {
    return refunded ? 'The market was refunded.' : `Resolved ${winningOutcome}.`;
  }
  const { Yes, No } = oddsInWords(market);
  const odds = hasBets(market) ? `Odds: Yes ${Yes}, No ${No}.` : 'No bets yet.';
  return bettingOpen ? odds : `Betting is closed. ${odds}`;
}
