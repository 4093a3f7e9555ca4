import { FormField } from '../../components/form-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
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
