import { FormField } from '../../components/forms.tsx';
import { config } from '../../data/tote.ts';
import { changeDraft, draft } from './draft.ts';

export function QuestionField({ error }: { readonly error?: string | undefined }) {
  const max = config.value?.limits.questionCharactersMax;
  const length = [...draft.value.question].length;
  return (
    <FormField
      label="The question"
      error={error}
      hint={
        max !== undefined && length > max * 0.8 ? (
          <span role="status">
            {length} of {max} characters
          </span>
        ) : (
          'For example: Will SOL be above $200 on Friday?'
        )
      }
    >
      {(attributes) => (
        <textarea
          {...attributes}
          class="question-input"
          rows={3}
          dir="auto"
          required
          value={draft.value.question}
          onInput={({ currentTarget: { value } }) =>
            // A question is one line.
            changeDraft({ question: value.replace(/[\r\n]+/g, ' ') })
          }
        />
      )}
    </FormField>
  );
}
