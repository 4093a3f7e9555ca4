import { Problem } from '../../components/notice.tsx';
import { Steps } from '../../components/steps.tsx';
import type { OwnTransaction } from './use-transaction.ts';

const NAMES = { signing: 'Sign', pending: 'Pending', confirmed: 'Confirmed', final: 'Final' };
const WORDS = {
  signing: 'Confirm it in your wallet.',
  pending: 'Sent. The chain has not confirmed it yet.',
  confirmed: 'Confirmed. Final in a few seconds.',
  final: 'Done. It cannot be undone.',
} as const;

export function TransactionSteps({ transaction }: { readonly transaction: OwnTransaction }) {
  const step = transaction.step.value;
  return (
    <>
      {step && <Steps names={NAMES} at={step} />}
      <p class="transaction-words" role="status">
        {step && WORDS[step]}
      </p>
      <Problem text={transaction.failure.value} />
    </>
  );
}
