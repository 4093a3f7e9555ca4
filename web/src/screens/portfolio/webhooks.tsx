import { useSignal } from '@preact/signals';
import type { Operations } from '@tote/sdk';
import { Button, FormField, submitting, typedInto } from '../../components/forms.tsx';
import { Problem } from '../../components/notice.tsx';
import { signingTote } from '../../data/signing-tote.ts';
import { plainText } from '../../format/words.ts';
import { useTask } from '../../wallet/use-task.ts';
import { Deliveries } from './deliveries.tsx';
import { Secret } from './secret.tsx';

type Webhook = Awaited<ReturnType<Operations['listWebhooks']>>[number];

const SIGNING = 'Confirm it in your wallet …';

const STATES: Record<Webhook['state'], string> = {
  active: '● Active',
  failing: '! Failing, will retry',
  ended: '○ Ended',
};

export function Webhooks() {
  const webhooks = useSignal<readonly Webhook[] | undefined>(undefined);
  const secret = useSignal<string | undefined>(undefined);
  const { doing, failure, run } = useTask();
  const act = (work: () => Promise<void>) => run(SIGNING, work);
  const replace = (id: string, by: readonly Webhook[]) => {
    webhooks.value = webhooks.value?.flatMap((each) => (each.id === id ? by : [each]));
  };
  const show = () =>
    act(async () => {
      webhooks.value = await signingTote().listWebhooks();
    });
  const create = (url: string) =>
    act(async () => {
      const made = await signingTote().createWebhook({ url, ownWallet: true });
      secret.value = made.secret;
      webhooks.value = [made, ...(webhooks.value ?? [])];
    });
  const rotate = (id: string) =>
    act(async () => {
      const changed = await signingTote().rotateWebhookSecret({ webhookId: id });
      secret.value = changed.secret;
      replace(id, [changed]);
    });
  const remove = (id: string) =>
    act(async () => {
      await signingTote().deleteWebhook({ webhookId: id });
      replace(id, []);
    });
  return (
    <div class="sheet stack">
      <h3>Webhooks</h3>
      <p>Events of your wallet and of markets in which you have a stake, posted to your server.</p>
      <Secret name="The secret that signs its events" secret={secret} />
      {webhooks.value === undefined ? (
        <Button disabled={!!doing.value} onClick={show}>
          Show my webhooks
        </Button>
      ) : (
        <>
          <WebhookList {...{ webhooks: webhooks.value, isBusy: !!doing.value, rotate, remove }} />
          <NewWebhook isBusy={!!doing.value} create={create} />
        </>
      )}
      <p role="status">{doing.value}</p>
      <Problem text={failure.value} />
    </div>
  );
}

interface WebhookListProps {
  readonly webhooks: readonly Webhook[];
  readonly isBusy: boolean;
  rotate(id: string): void;
  remove(id: string): void;
}

function WebhookList({ webhooks, isBusy, rotate, remove }: WebhookListProps) {
  if (webhooks.length === 0) return <p class="quiet">You have no webhooks.</p>;
  return (
    <ul class="access-rows" aria-label="Webhooks">
      {webhooks.map(({ id, url, state, endReason }) => (
        <li key={id}>
          <div>
            <strong>{plainText(url)}</strong>
            <p class="quiet">
              {STATES[state]}
              {endReason && `: ${plainText(endReason)}`}
            </p>
            <Deliveries webhookId={id} />
          </div>
          <div class="pills">
            <Button disabled={isBusy} onClick={() => rotate(id)}>
              New secret
            </Button>
            <Button disabled={isBusy} onClick={() => remove(id)}>
              Delete <span class="visually-hidden">{plainText(url)}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function NewWebhook({ isBusy, create }: { readonly isBusy: boolean; create(url: string): void }) {
  const url = useSignal('');
  return (
    <form
      class="form-row"
      noValidate
      onSubmit={submitting(() => url.value.trim() && create(url.value.trim()))}
    >
      <FormField label="Post events to" hint="Must be a public HTTPS URL.">
        {(attributes) => (
          <div class="with-button">
            <input
              {...attributes}
              type="url"
              placeholder="https://example.com/events"
              {...typedInto(url)}
            />
            <button type="submit" class="button" disabled={isBusy || !url.value.trim()}>
              Add
            </button>
          </div>
        )}
      </FormField>
    </form>
  );
}
