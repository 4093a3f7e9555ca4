// A step chart whose values are read with the pointer or the arrow keys.
import { useSignal } from '@preact/signals';
import { type Step, stepPath } from './step-path.ts';

interface Mark {
  /** From 0 at the bottom to 1 at the top. */
  readonly y: number;
  readonly text: string;
}

interface Pane {
  /** All panes have their steps at the same places. */
  readonly steps: readonly Step[];
  readonly marks?: readonly Mark[];
  /** The height of the target line. */
  readonly target?: number;
  readonly hasArea?: boolean;
}

interface ChartProps {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  /** What is said at each step. */
  readonly texts: readonly string[];
  readonly panes: readonly Pane[];
  /** What the horizontal axis begins and ends with. */
  readonly ends: readonly [string, string];
}

export function Chart({ label, texts, panes, ends }: ChartProps) {
  const chosen = useSignal<number | undefined>(undefined);
  const last = texts.length - 1;
  const at = Math.min(chosen.value ?? last, last);
  const steps = panes[0]?.steps ?? [];
  const choose = (x: number) => {
    chosen.value = Math.max(
      0,
      steps.findLastIndex((step) => step.x <= x),
    );
  };
  return (
    <div class="chart">
      <p class="chart-text" aria-hidden="true">
        {texts[at]}
      </p>
      <div
        class="chart-panes"
        onPointerMove={({ currentTarget, clientX }) => {
          const plot = currentTarget.querySelector('svg')?.getBoundingClientRect();
          if (plot) choose((clientX - plot.left) / plot.width);
        }}
        onPointerLeave={() => {
          chosen.value = undefined;
        }}
      >
        {panes.map((pane) => (
          <Plot pane={pane} cursor={chosen.value === undefined ? undefined : at} />
        ))}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={texts[at]}
          max={last}
          value={at}
          onInput={({ currentTarget }) => {
            chosen.value = Number(currentTarget.value);
          }}
          onBlur={() => {
            chosen.value = undefined;
          }}
        />
      </div>
      <div class="chart-ends" aria-hidden="true">
        {ends.map((text) => (
          <span>{text}</span>
        ))}
      </div>
    </div>
  );
}

// A plot is stretched to its box, so the numbers are only proportions.
const WIDTH = 1_000;
const HEIGHT = 300;

function Plot({ pane, cursor }: { readonly pane: Pane; readonly cursor: number | undefined }) {
  const { steps, marks = [], target, hasArea } = pane;
  const line = stepPath(steps, WIDTH, HEIGHT);
  const left = (steps[0]?.x ?? 0) * WIDTH;
  const step = cursor === undefined ? undefined : steps[cursor];
  const top = (y: number) => `${(1 - y) * 100}%`;
  return (
    <div class="chart-plot" aria-hidden="true">
      <div class="chart-drawing">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {hasArea && line && <path class="chart-area" d={`${line}V${HEIGHT}H${left}Z`} />}
          {target !== undefined && (
            <path class="chart-target" d={`M0 ${(1 - target) * HEIGHT}H${WIDTH}`} />
          )}
          <path class="chart-line" d={line} />
        </svg>
        {step && (
          <span class="chart-cursor" style={{ left: `${step.x * 100}%` }}>
            <span class="chart-dot" style={{ top: top(step.y) }} />
          </span>
        )}
      </div>
      <div class="chart-marks">
        {marks.map(({ y, text }) => (
          <span style={{ top: top(y) }}>{text}</span>
        ))}
      </div>
    </div>
  );
}
