// Shows what will be signed, simulated on the node first, and then its progress.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../components/forms.tsx';
import { Notice, Problem } from '../components/notice.tsx';
import { type Action, money } from './actions.ts';
import { type LandingStep, landTransaction } from './chain/land-transaction.ts';
import { type Trial, tryTransaction } from './chain/try-transaction.ts';
import { describeTransaction } from './describe-transaction.ts';
import { refresh, signer, type View, view } from './state.ts';

interface Asked {
  readonly action: Action;
  readonly trial?: Trial;
  readonly landing?: LandingStep;
  readonly problem?: string;
}

const asked = signal<Asked | undefined>(undefined);

const update = (action: Action, change: Partial<Asked>) => {
  if (asked.value?.action === action) asked.value = { ...asked.value, ...change };
};

export function ask(action: Action): void {
  asked.value = { action };
  const { deployment, holdings } = view.value ?? {};
  if (!deployment || !holdings) return;
  tryTransaction(deployment, action.instructions, holdings).then(
    (trial) => update(action, { trial }),
    (error) => update(action, { problem: (error as Error).message }),
  );
}

async function sign({ action, trial }: Asked): Promise<void> {
  const { deployment } = view.value ?? {};
  const { value: by } = signer;
  if (!deployment || !by || !trial) return;
  let isSeen = false;
  try {
    await landTransaction(deployment, action.instructions, { trial, signer: by }, (landing) => {
      update(action, { landing });
      const isIn = landing.state === 'confirmed' || landing.state === 'finalized';
      if (isIn && !isSeen) refresh();
      isSeen ||= isIn;
    });
  } catch (error) {
    update(action, { problem: (error as Error).message, landing: undefined });
  }
}

const close = () => {
  asked.value = undefined;
};

export function Confirm() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = asked.value !== undefined;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} class="dialog exit-dialog" aria-labelledby="exit-asked" onClose={close}>
      {asked.value && view.value && <Content asked={asked.value} view={view.value} />}
    </dialog>
  );
}

function Content({ asked, view }: { readonly asked: Asked; readonly view: View }) {
  const { action, trial, landing, problem } = asked;
  const canSign = trial && !trial.failure && !landing && !problem;
  return (
    <div class="stack">
      <h2 id="exit-asked">{action.title}</h2>
      <p>{action.sentence}</p>
      {trial ? <Tried {...{ trial, view }} /> : !problem && <p>Simulating it on the node …</p>}
      <Problem text={problem} />
      <Progress landing={landing} />
      <div class="exit-row">
        {canSign && (
          <Button class="button button-main" onClick={() => sign(asked)}>
            Sign and send
          </Button>
        )}
        <Button onClick={close}>
          {landing && landing.state !== 'signing' ? 'Close' : 'Not now'}
        </Button>
      </div>
    </div>
  );
}

const WORDS: Readonly<Record<LandingStep['state'], string>> = {
  signing: 'Waiting for your wallet to sign …',
  sent: 'Sent. Waiting for a block …',
  confirmed: 'Done. It is in a block.',
  finalized: 'Done. It is final.',
};

function Progress({ landing }: { readonly landing: LandingStep | undefined }) {
  return (
    <div role="status">
      {landing && <p>{WORDS[landing.state]}</p>}
      {landing && 'signature' in landing && (
        <p class="quiet">
          Transaction <code>{landing.signature}</code>
        </p>
      )}
    </div>
  );
}

function Tried({ trial, view }: { readonly trial: Trial; readonly view: View }) {
  const { deployment, holdings } = view;
  if (trial.failure) {
    return (
      <Notice kind="error">
        <p>The chain would reject it: {trial.failure}. Nothing was sent.</p>
      </Notice>
    );
  }
  return (
    <>
      <p>Simulated on the node: it works. Afterwards you have</p>
      <ul class="exit-changes">
        {trial.changes.map(({ place, currency, before, after }) => (
          <li key={place + currency}>
            <strong>{money(after, currency, deployment)}</strong> in the {place}
            <span class="quiet"> (now {money(before, currency, deployment)})</span>
          </li>
        ))}
      </ul>
      {holdings && (
        <details>
          <summary>The transaction, read from its bytes</summary>
          <ol class="exit-instructions stack">
            {describeTransaction(trial.transaction, deployment, holdings).map((each) => (
              <li>
                <p>
                  <strong>{each.name}</strong> {each.detail}
                </p>
                <ul>
                  {each.accounts.map(({ address, name }) => (
                    <li>
                      <code>{address}</code> {name}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}
