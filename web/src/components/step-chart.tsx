import { type Step, stepPath } from '../format/step-path.ts';

interface StepChartProps {
  /** For screen readers: what the chart shows, and its last value. */
  readonly label: string;
  readonly steps: readonly Step[];
  /** Fills the area below the line and hatches the area above it. */
  readonly isSplit?: boolean;
  /** The height of the target line, between 0 and 1. */
  readonly target?: number;
  readonly heights: readonly string[];
  readonly widths: readonly string[];
}

// The chart is stretched to its box, so the numbers are only proportions.
const WIDTH = 1_000;
const HEIGHT = 300;

export function StepChart({ label, steps, isSplit, target, heights, widths }: StepChartProps) {
  const line = stepPath(steps, WIDTH, HEIGHT);
  const left = (steps[0]?.x ?? 0) * WIDTH;
  return (
    <div class={isSplit ? 'step-chart step-chart-split' : 'step-chart'}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <title>{label}</title>
        {isSplit && line && <path class="step-chart-area" d={`${line}V${HEIGHT}H${left}Z`} />}
        {target !== undefined && (
          <path class="step-chart-target" d={`M0 ${(1 - target) * HEIGHT}H${WIDTH}`} />
        )}
        <path class="step-chart-line" d={line} />
      </svg>
      <div class="step-chart-heights" aria-hidden="true">
        {heights.map((text) => (
          <span>{text}</span>
        ))}
      </div>
      <div class="step-chart-widths" aria-hidden="true">
        {widths.map((text) => (
          <span>{text}</span>
        ))}
      </div>
    </div>
  );
}
