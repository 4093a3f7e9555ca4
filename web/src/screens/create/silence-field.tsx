import { changeDraft, draft } from './draft.ts';

const CHOICES = {
  no: ['It counts as No', 'For events: as long as nobody says that it happened, it did not.'],
  refund: ['Every stake goes back', 'For questions that have an answer either way.'],
} as const;

interface SilenceFieldProps {
  /** As the market would have it now. */
  readonly silence: keyof typeof CHOICES;
  readonly error: string | undefined;
}

/** Of an attested market: what it means that the oracle says nothing. */
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
