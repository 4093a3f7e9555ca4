import type { Currency } from '@tote/domain';
import type { Decimal, MarketPreview } from '@tote/sdk';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { exactly, isZero } from '../format/amounts.ts';
import { lightUp } from './light-up.ts';

/** A number on the board. When it changes, it lights up for a moment. */
export function Figure({ text }: { readonly text: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(text);
  useEffect(() => {
    if (last.current === text) return;
    last.current = text;
    if (element.current) lightUp(element.current);
  }, [text]);
  return (
    <span class="figure" ref={element}>
      {text}
    </span>
  );
}

/** A pair of a `<dl>`. */
export const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A gain or a loss, with its sign, because colours alone are not accessible. */
export function Profit({ amount, currency }: { amount: Decimal; currency: Currency }) {
  const kind = amount.startsWith('-') ? 'loss' : isZero(amount) ? 'even' : 'gain';
  const [sign, size] =
    kind === 'loss' ? ['−', amount.slice(1)] : [kind === 'gain' ? '+' : '', amount];
  return (
    <span class={`profit profit-${kind}`}>
      <Figure text={`${sign}${exactly(size as Decimal, currency)}`} /> {currency}
    </span>
  );
}

interface ProgressFactsProps {
  readonly progress: NonNullable<MarketPreview['conditionProgress']>;
  show(value: string): string;
}

/** The value that the rule is about, beside its target. */
export function ProgressFacts({ progress, show }: ProgressFactsProps) {
  const { currentCount, target, targetHigh, unit, compared } = progress;
  return (
    <>
      <Fact name="Now">
        <Figure text={show(currentCount)} /> {unit}
      </Fact>
      <Fact name={targetHigh === undefined ? 'Target' : 'Range'}>
        <Figure text={show(target)} />
        {targetHigh !== undefined && (
          <>
            {' to '}
            <Figure text={show(targetHigh)} />
          </>
        )}{' '}
        {unit}
      </Fact>
      {compared && (
        <Fact name="The two values">
          {show(compared.value)} and {show(compared.other)} {compared.unit}
        </Fact>
      )}
    </>
  );
}
