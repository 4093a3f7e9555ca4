import {
  type Amount,
  decideSettlement,
  formatTenThousandths,
  oddsRoundHalfUp,
  poolsOf,
} from '@tote/domain';
import { type Config, type Decimal, fromBaseUnits, quoteBet, toBaseUnits } from '@tote/sdk';
import { Figure } from '../../components/figures.tsx';
import { OddsBar } from '../../components/odds-bar.tsx';
import { percent, roundedDown } from '../../format/amounts.ts';

const CURRENCY = 'SOL';
const POOLS = { Yes: '150', No: '60' } as Record<'Yes' | 'No', Decimal>;
const STAKE = '10' as Decimal;
const LATER = '60' as Decimal;

export function WorkedExample({ fees }: { readonly fees: Config['feePercentage'] }) {
  const { odds, quote, fees: taken, shared, winningPool, gain } = workExample(fees);
  return (
    <section class="stack">
      <h2>An example</h2>
      <p>
        There are {POOLS.Yes} SOL on Yes and {POOLS.No} SOL on No. You bet {STAKE} SOL on No, and No
        wins.
      </p>
      <OddsBar odds={odds} />
      <ol class="example pairs">
        <Line words="The Yes side loses" amount={POOLS.Yes} />
        <Line words="Fees taken from it" amount={taken} sign="−" />
        <Line words="The winners share" amount={shared} />
        <Line
          words={`Your share: ${STAKE} of the ${winningPool} SOL on No`}
          amount={gain}
          sign="+"
        />
        <Line words="Your stake back" amount={STAKE} sign="+" />
        <Line words="You get" amount={quote.payout} isSum />
      </ol>
      <p>
        So the bet is worth it if you think No is more likely than{' '}
        <strong>{percent(quote.breakEven, 2)}</strong>, its break-even probability.
      </p>
      <p>
        Other people’s bets change it. If another {LATER} SOL is bet on No before betting closes,
        you get <strong>{roundedDown(quote.payoutIfMore.No)} SOL</strong> instead. The ticket shows
        both figures before you bet.
      </p>
    </section>
  );
}

function Line(props: { words: string; amount: Decimal; sign?: string; isSum?: boolean }) {
  return (
    <li class={props.isSum ? 'example-sum board' : undefined}>
      <span>{props.words}</span>
      <span class="example-amount">
        <Figure text={`${props.sign ?? ''}${roundedDown(props.amount)}`} /> SOL
      </span>
    </li>
  );
}

/** Computed with the program's arithmetic. */
function workExample(feePercentage: Config['feePercentage']) {
  const outcomes = (['Yes', 'No'] as const).map((name) => ({ name, totalStake: POOLS[name] }));
  const quote = quoteBet(
    { outcomes, feePercentage },
    { outcome: 'No', amount: STAKE, more: LATER },
    CURRENCY,
  );
  const units = (amount: Decimal) => toBaseUnits(amount, CURRENCY) as Amount;
  const show = (amount: bigint) => fromBaseUnits(amount, CURRENCY);
  const winningPool = units(POOLS.No) + units(STAKE);
  const rates = {
    burnBps: toBps(feePercentage.burn),
    developerBps: toBps(feePercentage.developer),
  };
  const settlement = decideSettlement(
    poolsOf(units(POOLS.Yes), winningPool as Amount),
    { kind: 'outcome', outcome: 'No' },
    rates,
  );
  const { distributable = 0n } = settlement.kind === 'paid' ? settlement : {};
  const odds = oddsRoundHalfUp(poolsOf(units(POOLS.Yes), units(POOLS.No)));
  return {
    odds: { Yes: shareOf(odds.yes), No: shareOf(odds.no) },
    quote,
    fees: show(units(POOLS.Yes) - distributable),
    shared: show(distributable),
    /** The No pool, including the bet. */
    winningPool: show(winningPool),
    gain: show(units(quote.payout) - units(STAKE)),
  };
}

const shareOf = (odds: Parameters<typeof formatTenThousandths>[0]) =>
  Number(formatTenThousandths(odds));

/** The service writes rates with four decimals. */
const toBps = (rate: number) => Math.round(rate * 10_000);
