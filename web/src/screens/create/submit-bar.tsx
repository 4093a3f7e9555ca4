import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { session } from '../../data/session.ts';
import { href } from '../../navigation/router.ts';
import { openConnectDialog } from '../../wallet/connect-dialog.tsx';
import { creation, refusal } from './submit.ts';
import { isOutcomeKnown } from './understood.tsx';
import type { Understood } from './use-preview.ts';

interface SubmitBarProps {
  readonly understood: Understood;
  readonly isMarked: boolean;
}

const LOST =
  'The response was lost. The market may have been created. Press the button again: it is never ' +
  'created twice.';

export function SubmitBar({ understood, isMarked }: SubmitBarProps) {
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
