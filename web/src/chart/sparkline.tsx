import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { now } from '../data/clock.ts';
import { useResource } from '../data/resource.ts';
import { tote } from '../data/tote.ts';
import { stepPath } from './step-path.ts';

interface SparklineProps {
  readonly marketId: string;
  /** The current odds of Yes, with which the line ends. */
  readonly yes: number;
}

const POINTS = 24;
const WIDTH = 100;
const HEIGHT = 24;

/** How the odds of Yes moved, read once when it comes near the window. The odds are beside it. */
export function Sparkline({ marketId, yes }: SparklineProps) {
  const element = useRef<SVGSVGElement>(null);
  const isNear = useSignal(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      isNear.value = true;
      observer.disconnect();
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear]);
  const { value } = useResource(
    async (signal) =>
      isNear.peek() ? tote.peek().listHistory({ marketId, points: POINTS }, { signal }) : [],
    [marketId, isNear.value],
  );
  const end = now.peek();
  const history = (value.value ?? []).map(({ placedAt, odds }) => ({
    ...{ at: Date.parse(placedAt), y: odds.Yes },
  }));
  const from = history.at(-1)?.at ?? end;
  const steps = [{ at: end, y: yes }, ...history]
    .map(({ at, y }) => ({ x: Math.min(1, (at - from) / Math.max(1, end - from)), y }))
    .reverse();
  return (
    <svg
      class="sparkline"
      ref={element}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {history.length > 0 && <path class="chart-line" d={stepPath(steps, WIDTH, HEIGHT)} />}
    </svg>
  );
}
