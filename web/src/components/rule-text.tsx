import { splitDetails } from '@tote/domain';
import type { ComponentChildren } from 'preact';
import { plainText } from '../format/words.ts';
import { ChainId } from './chain-id.tsx';

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

const ADDRESS = /\b([1-9A-HJ-NP-Za-km-z]{32,44})\b/;

export function LinkedText({ text }: { readonly text: string }) {
  return text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? <ChainId kind="address" id={part} /> : part));
}
