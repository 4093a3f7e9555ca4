import { splitDetails } from '@tote/domain';
import type { ComponentChildren } from 'preact';
import { plainText } from '../format/words.ts';
import { LinkedText } from './linked-text.tsx';

interface RuleTextProps {
  readonly details: string;
  /** More facts that are folded with the exact terms. */
  readonly children?: ComponentChildren;
}

/** The rule in a sentence, with its exact terms for those who ask. */
export function RuleText({ details, children }: RuleTextProps) {
  const { rule, terms } = splitDetails(details);
  return (
    <>
      <p class="rule-text" dir="auto">
        <LinkedText text={plainText(rule)} />
      </p>
      {(terms || children) && (
        <details class="rule-terms">
          <summary>Exact terms</summary>
          {terms && (
            <p dir="auto">
              <LinkedText text={plainText(terms)} />
            </p>
          )}
          {children}
        </details>
      )}
    </>
  );
}
