import { changeDraft, draft } from './draft.ts';

const CHOICES = {
  no: ['It counts as No', 'For events: it did not happen unless someone says so.'],
  refund: ['All stakes are refunded', 'For questions with an answer either way.'],
} as const;

interface SilenceFieldProps {
  readonly silence: keyof typeof CHOICES;
  readonly error: string | undefined;
}

export function SilenceField({ silence, error }: SilenceFieldProps) {
  const chosen = draft.value.silence || silence;
  return (
    <fieldset class="sheet stack" aria-describedby="silence-error">
      <legend>What if the oracle says nothing?</legend>
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => (
        <label key={name} class="option">
          <input
            type="radio"
            name="silence"
            checked={chosen === name}
            onChange={() => changeDraft({ silence: name })}
          />
          <span>
            {CHOICES[name][0]}
            <span class="form-hint">{CHOICES[name][1]}</span>
          </span>
        </label>
      ))}
      <p class="form-error" id="silence-error" aria-live="polite">
        {error}
      </p>
    </fieldset>
  );
}
