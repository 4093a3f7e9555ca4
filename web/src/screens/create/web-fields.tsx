import { FormField, SelectField } from '../../components/forms.tsx';
import { config } from '../../data/tote.ts';
import { changeDraft, draft } from './draft.ts';

const COMPARATORS = {
  gte: 'is at least',
  gt: 'is above',
  lte: 'is at most',
  lt: 'is below',
  eq: 'is',
  ne: 'is not',
} as const;

export function WebFields({ error }: { readonly error: string | undefined }) {
  const { sources, comparator, value } = draft.value;
  const listed = config.value?.webSources ?? [];
  return (
    <fieldset class="sheet stack">
      <legend>Which web sources decide?</legend>
      <FormField
        label="One per line: URL, space, JSON pointer to the value"
        error={error}
        hint={listed.length > 0 && `URLs begin with ${listed.join(' or ')}`}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            class="sources-input"
            rows={4}
            spellcheck={false}
            value={sources}
            onInput={({ currentTarget }) => changeDraft({ sources: currentTarget.value })}
          />
        )}
      </FormField>
      <div class="form-row">
        <SelectField
          label="Yes if the value"
          options={COMPARATORS}
          value={comparator}
          onInput={({ currentTarget }) => changeDraft({ comparator: currentTarget.value })}
        />
        <FormField label="Value">
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              value={value}
              onInput={({ currentTarget }) => changeDraft({ value: currentTarget.value })}
            />
          )}
        </FormField>
      </div>
    </fieldset>
  );
}

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
