import { useSignal } from '@preact/signals';
import type { Position, Wallet } from '@tote/sdk';
import { Chart } from '../../chart/lazy-chart.tsx';
import { Button } from '../../components/forms.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { config } from '../../data/tote.ts';
import { exactly, isZero } from '../../format/amounts.ts';
import { plainText } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';
import { STATUS_WORDS } from './position.tsx';
import { listProfitSteps, type ProfitStep, toStairs } from './profit.ts';

interface ProfitChartProps {
  readonly wallet: Wallet;
  readonly positions: readonly Position[];
}

export function ProfitChart({ wallet, positions }: ProfitChartProps) {
  const decimals = config.value?.decimals;
  if (!decimals) return null;
  const charts = (['SOL', 'UTILITY'] as const).map((currency) => ({
    currency,
    steps: listProfitSteps(wallet, positions, currency, decimals[currency]),
  }));
  const shown = charts.filter(({ steps }) => steps.length > 0);
  if (shown.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="profit">
      <h2 id="profit">Profit and loss</h2>
      <div class="columns wide">
        {shown.map(({ currency, steps }) => (
          <CurrencyChart
            key={currency}
            currency={currency}
            steps={steps}
            scale={decimals[currency]}
          />
        ))}
      </div>
    </section>
  );
}

interface ChartProps {
  readonly currency: 'SOL' | 'UTILITY';
  readonly steps: readonly ProfitStep[];
  readonly scale: number;
}

function CurrencyChart({ currency, steps, scale }: ChartProps) {
  const isTable = useSignal(false);
  const { steps: stairs, zero } = toStairs(steps, scale);
  const total = signed(steps.at(-1)?.total ?? '0', currency);
  return (
    <figure class="board profit-chart">
      <figcaption>
        <span class="quiet">
          After {steps.length === 1 ? '1 market' : `${steps.length} markets`}
        </span>
        <span class="figure profit-total">{total}</span>
      </figcaption>
      <Chart
        label="Profit after each market"
        texts={['Before', ...steps.map(({ total: after }) => signed(after, currency))]}
        panes={[{ steps: stairs, target: zero }]}
        ends={['Oldest', 'Newest']}
      />
      <Button
        class="pill"
        aria-expanded={isTable.value}
        onClick={() => {
          isTable.value = !isTable.value;
        }}
      >
        {isTable.value ? 'Hide the table' : 'As a table'}
      </Button>
      {isTable.value && <Table currency={currency} steps={steps} />}
    </figure>
  );
}

function Table({ currency, steps }: Omit<ChartProps, 'scale'>) {
  return (
    <div class="table-frame">
      <table>
        <TableHead names={['Market', 'Result', 'Total']} numbers={[1, 2]} />
        <tbody>
          {[...steps].reverse().map(({ marketId, question, status, profit, total }) => (
            <tr key={marketId}>
              <td>
                <a href={href(`/m/${marketId}`)} dir="auto">
                  {plainText(question)}
                </a>{' '}
                <span class="quiet">{STATUS_WORDS[status]}</span>
              </td>
              <td class="number">{signed(profit, currency)}</td>
              <td class="number">{signed(total, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** With its sign, so that gains and losses differ without colours. */
function signed(amount: string, currency: 'SOL' | 'UTILITY'): string {
  const sign = amount.startsWith('-') || isZero(amount) ? '' : '+';
  return `${sign}${exactly(amount as never, currency)} ${currency}`;
}
