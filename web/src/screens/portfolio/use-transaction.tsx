import { type ReadonlySignal, useSignal } from '@preact/signals';
import { createTote, type Tote, ToteError, type Transaction } from '@tote/sdk';
import { Problem } from '../../components/notice.tsx';
import { Steps } from '../../components/steps.tsx';
import { session } from '../../data/session.ts';
import { tote } from '../../data/tote.ts';
import { apiUrl } from '../../navigation/env.ts';
import { failureWords } from '../../wallet/failure-words.ts';

type Step = 'signing' | 'pending' | 'confirmed' | 'final';

export interface OwnTransaction {
  readonly step: ReadonlySignal<Step | undefined>;
  readonly failure: ReadonlySignal<string | undefined>;
  /** False while one is in flight, because the next click would send another. */
  readonly isFree: boolean;
  run(act: (tote: Tote) => Promise<Transaction>): Promise<void>;
}

/** `onDone` is called when it is confirmed, so that the screen is read again. */
export function useTransaction(onDone: () => void): OwnTransaction {
  const step = useSignal<Step | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  async function run(act: (tote: Tote) => Promise<Transaction>): Promise<void> {
    step.value = 'signing';
    failure.value = undefined;
    try {
      const { transactionId } = await act(
        telling(() => {
          step.value = 'pending';
        }),
      );
      step.value = 'confirmed';
      onDone();
      await waitUntilFinal(transactionId);
      if (step.peek() === 'confirmed') step.value = 'final';
    } catch (error) {
      const wasSent = step.peek() !== 'signing';
      if (step.peek() === 'confirmed') return;
      step.value = undefined;
      failure.value = `${failureWords(error)} ${moneyMoved(error, wasSent)}`;
    }
  }
  const isFree = step.value !== 'signing' && step.value !== 'pending';
  return { step, failure, isFree, run };
}

/** A client that says when the wallet has signed. */
function telling(onSigned: () => void): Tote {
  const { signer, apiKey } = session.peek() ?? {};
  if (!signer) throw new ToteError('signer_missing', 'Connect a wallet first.');
  return createTote({
    url: apiUrl,
    credential: {
      apiKey,
      signer: {
        ...signer,
        async signTransaction(transaction) {
          const signed = await signer.signTransaction(transaction);
          onSigned();
          return signed;
        },
      },
    },
  });
}

const FINAL_MS = 60_000;
const POLL_MS = 1_000;

async function waitUntilFinal(transactionId: string): Promise<void> {
  const until = performance.now() + FINAL_MS;
  for (;;) {
    const { state } = await tote.peek().getTransaction({ transactionId });
    if (state === 'finalized' || performance.now() > until) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function moneyMoved(error: unknown, wasSent: boolean): string {
  const isLost = error instanceof ToteError && error.status === undefined;
  return wasSent && isLost
    ? 'It was sent and may still go through. Check your balance before you try again.'
    : 'No money moved.';
}

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
