import type { MarketPreview } from '@tote/sdk';
import { FormField } from '../../components/form-field.tsx';
import { AMOUNT } from '../../components/forms.ts';
import { config } from '../../data/tote.ts';
import { exactly } from '../../format/amounts.ts';
import { changeDraft, draft } from './draft.ts';

interface StakeFieldProps {
  readonly preview: MarketPreview | undefined;
  readonly error: string | undefined;
}

export function StakeField({ preview, error }: StakeFieldProps) {
  const { side, stake } = draft.value;
  const currency = draft.value.currency as 'SOL' | 'UTILITY';
  const minimum = preview?.minimumStake ?? config.value?.minimumStake[currency];
  return (
    <fieldset class="sheet stack">
      <legend>Your first bet (optional)</legend>
      <div class="pills" role="radiogroup" aria-label="Side">
        {(['Yes', 'No'] as const).map((name) => (
          <label key={name} class="option">
            <input
              type="radio"
              name="side"
              checked={side === name}
              onChange={() => changeDraft({ side: name })}
            />
            <span class={`side side-${name.toLowerCase()}`}>{name}</span>
          </label>
        ))}
      </div>
      <FormField
        label={`Amount in ${currency}`}
        error={error}
        hint={
          minimum && `Minimum ${exactly(minimum, currency)} ${currency}. Leave empty for no bet.`
        }
      >
        {(attributes) => (
          <input
            {...attributes}
            {...AMOUNT}
            value={stake}
            onInput={({ currentTarget: { value } }) => changeDraft({ stake: value })}
          />
        )}
      </FormField>
    </fieldset>
  );
}
