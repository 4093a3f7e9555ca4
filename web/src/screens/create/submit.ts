// Creates the market of the draft, once: the key of the request is kept before it is sent.
import { computed, signal } from '@preact/signals';
import { ToteError } from '@tote/sdk';
import { config, randomKey, tote } from '../../data/tote.ts';
import { navigate } from '../../navigation/router.ts';
import { changeDraft, type Draft, draft, forgetDraft, readStake, toMarket } from './draft.ts';
import { explainError, type FieldError } from './field-of-error.ts';

export const creation = signal<'idle' | 'sending' | 'pending'>('idle');

interface Refusal {
  readonly error: FieldError;
  /** The response was lost, so the market may exist. */
  readonly isUnknown: boolean;
  readonly draft: Draft;
}

const lastRefusal = signal<Refusal | undefined>(undefined);

/** The refusal of the draft as it is now; a changed draft has none. */
export const refusal = computed(() =>
  lastRefusal.value?.draft === draft.value ? lastRefusal.value : undefined,
);

const POLL_MS = 500;

export async function createFromDraft(expireAt: string): Promise<void> {
  const initialStake = config.value && readStake(draft.value, config.value);
  if (creation.value !== 'idle' || typeof initialStake === 'string') return;
  creation.value = 'sending';
  try {
    changeDraft({ expireAt, key: draft.value.key || randomKey() });
    const market = { ...toMarket(draft.value, expireAt), ...(initialStake && { initialStake }) };
    const created = await tote.value.createMarket(market, { idempotencyKey: draft.value.key });
    if (created.state === 'pending') {
      creation.value = 'pending';
      await waitForTransaction(created.transactionId);
    }
    forgetDraft();
    navigate(`/m/${created.id}`);
  } catch (failure) {
    const error = explainError(failure);
    const isUnknown = isLost(failure as ToteError);
    // A refused request created nothing, so the next one gets a new key.
    if (!isUnknown) changeDraft({ key: '' });
    lastRefusal.value = { error, isUnknown, draft: draft.value };
  } finally {
    creation.value = 'idle';
  }
}

/** Whether the service may have acted despite the error. */
const isLost = ({ status, code }: ToteError) =>
  status === undefined
    ? !['signing_failed', 'signer_missing'].includes(code)
    : status >= 500 || status === 408;

async function waitForTransaction(transactionId: string): Promise<void> {
  for (;;) {
    const { state, error, errorCode } = await tote.value.getTransaction({ transactionId });
    if (state === 'failed') {
      const code = (errorCode ?? 'transaction_failed') as ToteError['code'];
      throw new ToteError(code, error ?? code, { status: 409 });
    }
    if (state !== 'pending') return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
