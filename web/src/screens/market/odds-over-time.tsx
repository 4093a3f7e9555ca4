import { useSignal } from '@preact/signals';
import type { Currency } from '@tote/domain';
import type { Market } from '@tote/sdk';
import { Chart } from '../../chart/chart.tsx';
import { Choice, chosenInto } from '../../components/forms.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { now } from '../../data/clock.ts';
import { add, align, exactly, percent, shareOf, shortly } from '../../format/amounts.ts';
import { writeOdds } from '../../format/odds.ts';
import { axisTime, localTime } from '../../format/times.ts';
import { findLateMoney } from './late-money.ts';
import type { Point } from './market-data.ts';

interface HistoryProps {
  readonly market: Market;
  readonly history: readonly Point[];
}

const HOUR_MS = 3_600_000;
const SPANS = { hour: HOUR_MS, day: 24 * HOUR_MS, all: Number.POSITIVE_INFINITY } as const;
type Range = keyof typeof SPANS;

/** Half a percent: less would be shown as 0%. */
const SHOWN_LATE = 0.005;

/** Where the chart ends: nothing changes after betting closes. */
const endOf = ({ bettingClosesAt }: Market) => Math.min(now.value, Date.parse(bettingClosesAt));

export function OddsOverTime({ market, history }: HistoryProps) {
  const range = useSignal<Range>('all');
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last) return null;
  const end = Math.max(endOf(market), last.at);
  const late = findLateMoney(history, Date.parse(market.createdAt), end);
  const life = end - first.at;
  return (
    <section class="board stack" aria-labelledby="history">
      <h2 id="history">Odds over time</h2>
      {life > HOUR_MS && (
        <Choice
          name="Range"
          options={{ hour: '1 h', ...(life > SPANS.day && { day: '1 d' }), all: 'All' }}
          {...chosenInto(range)}
        />
      )}
      <OddsChart {...{ market, end }} history={cut(history, end - SPANS[range.value])} />
      {late !== undefined && late >= SHOWN_LATE && (
        <p>
          {percent(late)} of the pool was bet in the last 10% of the market’s life
          {market.bettingOpen ? ' so far' : ''}.
        </p>
      )}
      <HistoryTable history={history} currency={market.currency} />
    </section>
  );
}

/** From the instant on, beginning with what held then. */
function cut(history: readonly Point[], from: number): readonly Point[] {
  const first = history.findLastIndex(({ at }) => at <= from);
  return history
    .slice(Math.max(0, first))
    .map((point) => ({ ...point, at: Math.max(point.at, from) }));
}

function OddsChart({ market, history, end }: HistoryProps & { readonly end: number }) {
  const { currency } = market;
  const from = history[0]?.at ?? end;
  const width = Math.max(1, end - from);
  const pools = history.map(({ totalStake }) => add(totalStake.Yes, totalStake.No));
  const { units } = align(pools);
  const whole = units.at(-1) ?? 0n;
  const steps = (yOf: (point: Point, index: number) => number) =>
    history.map((point, index) => ({
      ...{ x: Math.min(1, (point.at - from) / width), y: yOf(point, index) },
    }));
  const textOf = ({ at, odds }: Point, index: number) => {
    const { Yes } = writeOdds(odds.Yes);
    const pool = shortly(pools[index] ?? market.totalVolume);
    return `${localTime(at)}: Yes ${Yes}, pool ${pool} ${currency}`;
  };
  return (
    <Chart
      label="Odds of Yes and the pool over time"
      texts={history.map(textOf)}
      ends={[axisTime(from, width), axisTime(end, width)]}
      panes={[
        {
          steps: steps(({ odds }) => odds.Yes),
          marks: [1, 0.5, 0].map((y) => ({ y, text: percent(y) })),
          hasArea: true,
        },
        {
          steps: steps((_, index) => shareOf(units[index] ?? 0n, whole)),
          marks: [
            { y: 1, text: `${shortly(pools.at(-1) ?? market.totalVolume)} ${currency}` },
            { y: 0, text: '0' },
          ],
        },
      ]}
    />
  );
}

const ROWS = 50;

function HistoryTable({
  history,
  currency,
}: Pick<HistoryProps, 'history'> & { currency: Currency }) {
  const shown = history.slice(-ROWS).reverse();
  return (
    <details>
      <summary>As a table{shown.length < history.length && `: the last ${ROWS}`}</summary>
      <table class="rows">
        <TableHead
          names={['Time', 'Yes', `Pool Yes (${currency})`, `Pool No (${currency})`]}
          numbers={[1, 2, 3]}
        />
        <tbody>
          {shown.map(({ at, sequence, odds, totalStake }) => (
            <tr key={sequence}>
              <td>{localTime(at)}</td>
              <td class="number">{percent(odds.Yes, 2)}</td>
              <td class="number">{exactly(totalStake.Yes, currency)}</td>
              <td class="number">{exactly(totalStake.No, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
