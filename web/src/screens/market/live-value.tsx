import type { Decimal, Market } from '@tote/sdk';
import { useRef } from 'preact/hooks';
import { ProgressFacts } from '../../components/progress-facts.tsx';
import { StepChart } from '../../components/step-chart.tsx';
import { now } from '../../data/clock.ts';
import { plainNumber } from '../../format/amounts.ts';
import { align, shareOf } from '../../format/decimals.ts';
import { duration } from '../../format/times.ts';

interface Seen {
  readonly at: number;
  readonly value: Decimal;
}

const KEPT = 300;

export function LiveValue({ market }: { readonly market: Market }) {
  const { conditionProgress: progress } = market;
  const seen = useSeen(market.id, progress?.currentCount);
  if (!progress) return null;
  const { target, unit } = progress;
  return (
    <div class="live-value">
      <dl>
        <ProgressFacts progress={progress} show={plainNumber} />
      </dl>
      {seen.length > 1 && <ValueChart seen={seen} target={target} unit={unit} />}
    </div>
  );
}

/** The values since the page was opened; the service's API has no history of them. */
function useSeen(marketId: string, value: Decimal | undefined): readonly Seen[] {
  const kept = useRef<{ marketId: string; seen: Seen[] }>({ marketId, seen: [] });
  if (kept.current.marketId !== marketId) kept.current = { marketId, seen: [] };
  const { seen } = kept.current;
  if (value !== undefined && seen.at(-1)?.value !== value) {
    seen.push({ at: now.peek(), value });
    if (seen.length > KEPT) seen.shift();
  }
  return seen;
}

interface ValueChartProps {
  readonly seen: readonly Seen[];
  readonly target: Decimal;
  readonly unit: string;
}

function ValueChart({ seen, target, unit }: ValueChartProps) {
  const { units } = align([target, ...seen.map(({ value }) => value)]);
  const [low, high] = boundsOf(units);
  const heightOf = (value: bigint) => shareOf(value - low, high - low);
  const first = seen[0]?.at ?? 0;
  const width = Math.max(1, now.value - first);
  const steps = seen.map(({ at }, index) => ({
    ...{ x: Math.min(1, (at - first) / width), y: heightOf(units[index + 1] ?? 0n) },
  }));
  const last = plainNumber(seen.at(-1)?.value ?? target);
  return (
    <StepChart
      label={`The value while this page is open. Now ${last} ${unit}.`}
      steps={steps}
      target={heightOf(units[0] ?? 0n)}
      heights={[]}
      widths={[`${duration(width)} ago`, 'now']}
    />
  );
}

/** Leaves a margin above and below. */
function boundsOf(units: readonly bigint[]): [low: bigint, high: bigint] {
  const sorted = units.toSorted((left, right) => (left < right ? -1 : 1));
  const [low, high] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n];
  const air = (high - low) / 8n + 1n;
  return [low - air, high + air];
}
