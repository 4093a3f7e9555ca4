import { Problem } from '../../components/notice.tsx';
import type { OwnTransaction, Step } from './use-transaction.ts';

const STEPS: readonly (readonly [Step, string, string])[] = [
  ['signing', 'Sign', 'Confirm it in your wallet.'],
  ['pending', 'Pending', 'Sent. The chain has not confirmed it yet.'],
  ['confirmed', 'Confirmed', 'Confirmed. Final in a few seconds.'],
  ['final', 'Final', 'Done. It cannot be undone.'],
];

export function TransactionSteps({ transaction }: { readonly transaction: OwnTransaction }) {
  const { step, failure } = transaction;
  const at = STEPS.findIndex(([name]) => name === step.value);
  return (
    <>
      {at >= 0 && (
        <ol class="transaction-steps" aria-hidden="true">
          {STEPS.map(([name, words], index) => (
            <li
              key={name}
              class={index <= at ? 'transaction-step transaction-step-done' : 'transaction-step'}
            >
              {words}
            </li>
          ))}
        </ol>
      )}
      <p class="transaction-words" role="status">
        {STEPS[at]?.[2]}
      </p>
      <Problem text={failure.value} />
    </>
  );
}
