// Creates the market of the draft, once: the key of the request is kept before it is sent.
import { computed, signal } from '@preact/signals';
import { ToteError } from '@tote/sdk';
import { Button } from '../../components/forms.tsx';
import { Notice } from '../../components/notice.tsx';
import { session } from '../../data/session.ts';
import { config, randomKey, tote } from '../../data/tote.ts';
import { href, navigate } from '../../navigation/router.ts';
import { openConnectDialog } from '../../wallet/connect-dialog.tsx';
import { changeDraft, type Draft, draft, forgetDraft, readStake, toMarket } from './draft.ts';
import { explainError, type FieldError } from './field-of-error.ts';
import { isOutcomeKnown } from './understood.tsx';
import type { Understood } from './use-preview.ts';

const creation = signal<'idle' | 'sending' | 'pending'>('idle');

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

const LOST =
  'The response was lost. The market may have been created. Press the button again: it is never ' +
  'created twice.';

export function SubmitBar({ understood, isMarked }: { understood: Understood; isMarked: boolean }) {
  const state = creation.value;
  const { error, isUnknown } = refusal.value ?? {};
  const blocked = whyNot(understood) ?? (isMarked ? 'Fix the marked fields' : undefined);
  return (
    <div class="submit-bar stack">
      {error && (
        <Notice kind="error">
          <p>{isUnknown ? LOST : 'Nothing was created, and no money moved.'}</p>
          {error.part === 'form' && <p>{error.message}</p>}
          {error.isAboutMoney && (
            <p>
              <a href={href('/me')}>Open your portfolio</a>. What you typed is kept.
            </p>
          )}
        </Notice>
      )}
      {session.value || blocked ? (
        <button type="submit" class="button button-main" disabled={state !== 'idle' || !!blocked}>
          {state === 'idle' && (blocked ?? (isUnknown ? 'Try again' : 'Create the market'))}
          {state === 'sending' && 'Creating …'}
          {state === 'pending' && 'Sent. Waiting for the chain …'}
        </button>
      ) : (
        <Button class="button button-main" onClick={openConnectDialog}>
          Connect a wallet to create it
        </Button>
      )}
      <p class="visually-hidden" role="status">
        {state === 'pending' && 'The market was sent. Waiting for the chain.'}
      </p>
    </div>
  );
}

function whyNot({ state, preview, error }: Understood): string | undefined {
  if (state === 'nothing') return 'Type a question first';
  if (error) return 'Fix the marked fields';
  if (!preview) return 'Reading …';
  if (isOutcomeKnown(preview)) return 'Already decided: change the question';
  return undefined;
}
