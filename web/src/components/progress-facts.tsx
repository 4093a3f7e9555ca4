import type { MarketPreview } from '@tote/sdk';
import { Fact } from './fact.tsx';
import { Figure } from './figure.tsx';

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
