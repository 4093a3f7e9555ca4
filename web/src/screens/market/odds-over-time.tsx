import type { Currency } from '@tote/domain';
import type { Market } from '@tote/sdk';
import { StepChart } from '../../components/step-chart.tsx';
import { now } from '../../data/clock.ts';
import { exactly, percent, shortly } from '../../format/amounts.ts';
import { add, align, shareOf } from '../../format/decimals.ts';
import { axisTime, localTime } from '../../format/times.ts';
import { findLateMoney } from './late-money.ts';
import type { Point } from './market-data.ts';

interface HistoryProps {
  readonly market: Market;
  readonly history: readonly Point[];
}

/** Where the chart ends: nothing changes after betting closes. */
const endOf = ({ bettingClosesAt }: Market) => Math.min(now.value, Date.parse(bettingClosesAt));

export function OddsOverTime({ market, history }: HistoryProps) {
  const last = history.at(-1);
  if (!last) return null;
  const from = Date.parse(market.createdAt);
  const end = Math.max(endOf(market), last.at);
  const width = Math.max(1, end - from);
  const xOf = ({ at }: Point) => Math.min(1, Math.max(0, (at - from) / width));
  const pools = history.map(({ totalStake }) => add(totalStake.Yes, totalStake.No));
  const { units } = align(pools);
  const whole = units.at(-1) ?? 0n;
  const widths = [from, end].map((at) => axisTime(at, width));
  const pool = pools.at(-1) ?? market.totalVolume;
  const late = findLateMoney(history, from, end);
  return (
    <section class="board stack" aria-labelledby="history">
      <h2 id="history">Odds over time</h2>
      <p class="chart-legend">
        <span class="side side-yes">Yes</span> <span class="side side-no">No</span>
      </p>
      <StepChart
        label={`The odds over time. Now Yes ${percent(last.odds.Yes, 1)}.`}
        isSplit
        steps={[{ x: 0, y: 0.5 }, ...history.map((each) => ({ x: xOf(each), y: each.odds.Yes }))]}
        heights={['100%', '50%', '0%']}
        widths={widths}
      />
      <h3>Pool</h3>
      <StepChart
        label={`The pool over time. Now ${shortly(pool)} ${market.currency}.`}
        steps={[
          { x: 0, y: 0 },
          ...history.map((each, index) => ({
            x: xOf(each),
            y: shareOf(units[index] ?? 0n, whole),
          })),
        ]}
        heights={[`${shortly(pool)} ${market.currency}`, '0']}
        widths={widths}
      />
      {late !== undefined && (
        <p>
          {percent(late)} of the pool was bet in the last 10% of the market’s life
          {market.bettingOpen ? ' so far' : ''}.
        </p>
      )}
      <HistoryTable history={history} currency={market.currency} />
    </section>
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
        <thead>
          <tr>
            <th>Time</th>
            <th class="number">Yes</th>
            <th class="number">Pool Yes ({currency})</th>
            <th class="number">Pool No ({currency})</th>
          </tr>
        </thead>
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
