import type { Config, Decimal } from '@tote/sdk';
import { Figure } from '../../components/figures.tsx';
import { OddsBar } from '../../components/odds-bar.tsx';
import { percent, roundedDown } from '../../format/amounts.ts';
import { LATER, POOLS, STAKE, workExample } from './example.ts';

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
