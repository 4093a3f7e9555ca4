import { useSignal } from '@preact/signals';
import type { ApiKey } from '@tote/sdk';
import { Button, FormField, SelectField, submitting, typedInto } from '../../components/forms.tsx';
import { Problem } from '../../components/notice.tsx';
import { session } from '../../data/session.ts';
import { signingTote } from '../../data/signing-tote.ts';
import { bothTimes } from '../../format/times.ts';
import { plainText } from '../../format/words.ts';
import { useTask } from '../../wallet/use-task.ts';
import { Secret } from './secret.tsx';

const SIGNING = 'Confirm it in your wallet …';

export function ApiKeys() {
  const keys = useSignal<readonly ApiKey[] | undefined>(undefined);
  const secret = useSignal<string | undefined>(undefined);
  const task = useTask();
  const { doing, failure, run } = task;
  const show = () =>
    run(SIGNING, async () => {
      keys.value = await signingTote().listApiKeys();
    });
  const revoke = (keyId: string) =>
    run(SIGNING, async () => {
      const revoked = await signingTote().revokeApiKey({ keyId });
      keys.value = keys.value?.map((each) => (each.id === keyId ? revoked : each));
    });
  return (
    <div class="sheet stack">
      <h3>API keys</h3>
      <p>
        For your own apps and bots. A key can place bets within your allowance but never withdraw.
        Your wallet signs each request below.
      </p>
      <Secret name="Your new key" secret={secret} />
      {keys.value === undefined ? (
        <Button disabled={!!doing.value} onClick={show}>
          Show my API keys
        </Button>
      ) : (
        <>
          <KeyList keys={keys.value} isBusy={!!doing.value} revoke={revoke} />
          <NewKey
            isBusy={!!doing.value}
            create={(input) =>
              run(SIGNING, async () => {
                const { key, ...made } = await signingTote().createApiKey(input);
                secret.value = key;
                keys.value = [made, ...(keys.value ?? [])];
              })
            }
          />
        </>
      )}
      <p role="status">{doing.value}</p>
      <Problem text={failure.value} />
    </div>
  );
}

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  readonly isBusy: boolean;
  revoke(keyId: string): void;
}

function KeyList({ keys, isBusy, revoke }: KeyListProps) {
  const live = keys.filter(({ revoked }) => !revoked);
  if (live.length === 0) return <p class="quiet">No active keys.</p>;
  return (
    <ul class="access-rows" aria-label="API keys">
      {live.map(({ id, name, scopes, expiresAt, lastUsedAt }) => (
        <li key={id}>
          <div>
            <strong dir="auto">{plainText(name)}</strong> <span>{scopes.join(', ')}</span>
            <p class="quiet">
              {id === session.value?.keyId && 'This browser. '}
              {expiresAt ? `Until ${bothTimes(expiresAt)}` : 'No expiry'},{' '}
              {lastUsedAt ? `last used ${bothTimes(lastUsedAt)}` : 'never used'}
            </p>
          </div>
          <Button disabled={isBusy} onClick={() => revoke(id)}>
            Revoke <span class="visually-hidden">{plainText(name)}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

const SCOPES = {
  read: 'read balances and bets',
  bet: 'bet, within the allowance',
  create: 'create markets',
  attest: 'attest, if you are an oracle',
  manage: 'create keys and webhooks',
} as const;
type Scope = keyof typeof SCOPES;

const DAYS = { '7': '7 days', '90': '90 days', '': 'until it is revoked' } as const;
const DAY_MS = 86_400_000;

interface NewKeyProps {
  readonly isBusy: boolean;
  create(input: { name: string; scopes: Scope[]; expiresAt?: string }): void;
}

function NewKey({ isBusy, create }: NewKeyProps) {
  const name = useSignal('');
  const days = useSignal('90');
  const scopes = useSignal<readonly Scope[]>(['read', 'bet']);
  const toggle = (scope: Scope) => {
    const has = scopes.value.includes(scope);
    scopes.value = has ? scopes.value.filter((each) => each !== scope) : [...scopes.value, scope];
  };
  const isReady = name.value.trim() !== '' && scopes.value.length > 0;
  return (
    <details class="more-fields">
      <summary>Create a key</summary>
      <form
        class="stack"
        onSubmit={submitting(() => {
          // Keys expire by real time, not by the chain's clock.
          const expiresAt = new Date(Date.now() + Number(days.value) * DAY_MS).toISOString();
          const lasts = days.value ? { expiresAt } : {};
          create({ name: name.value.trim(), scopes: [...scopes.value], ...lasts });
          name.value = '';
        })}
      >
        <div class="form-row">
          <FormField label="What it is for">
            {(attributes) => (
              <input {...attributes} type="text" maxLength={100} {...typedInto(name)} />
            )}
          </FormField>
          <SelectField label="Valid for" options={DAYS} {...typedInto(days)} />
        </div>
        <fieldset>
          <legend>Permissions</legend>
          {(Object.keys(SCOPES) as Scope[]).map((scope) => (
            <label key={scope} class="option">
              <input
                type="checkbox"
                checked={scopes.value.includes(scope)}
                onChange={() => toggle(scope)}
              />
              {SCOPES[scope]}
            </label>
          ))}
        </fieldset>
        <button type="submit" class="button" disabled={!isReady || isBusy}>
          {isReady ? 'Create the key' : 'Enter a name and choose permissions'}
        </button>
      </form>
    </details>
  );
}
