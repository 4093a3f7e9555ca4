import { splitDetails } from '@tote/domain';
import { plainText } from '../format/words.ts';
import { LinkedText } from './linked-text.tsx';

/** The rule in a sentence, with its exact terms for those who ask. */
export function RuleText({ details }: { readonly details: string }) {
  const { rule, terms } = splitDetails(details);
  return (
    <>
      <p class="rule-text" dir="auto">
        <LinkedText text={plainText(rule)} />
      </p>
      {terms && (
        <details class="rule-terms">
          <summary>Exact terms</summary>
          <p dir="auto">
            <LinkedText text={plainText(terms)} />
          </p>
        </details>
      )}
    </>
  );
}
