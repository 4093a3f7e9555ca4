import { useSignal } from '@preact/signals';
import type { Operations } from '@tote/sdk';
import { Button } from '../../components/forms.tsx';
import { signingTote } from '../../data/signing-tote.ts';
import { bothTimes } from '../../format/times.ts';
import { plainText } from '../../format/words.ts';
import { useTask } from '../../wallet/use-task.ts';

type Delivery = Awaited<ReturnType<Operations['listDeliveries']>>[number];

export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const deliveries = useSignal<readonly Delivery[] | undefined>(undefined);
  const { doing, failure, run } = useTask();
  const show = () =>
    run('Confirm it in your wallet …', async () => {
      deliveries.value = await signingTote().listDeliveries({ webhookId });
    });
  return (
    <>
      <Button class="pill" disabled={!!doing.value} onClick={show}>
        Recent deliveries
      </Button>
      <p role="status">{doing.value ?? failure.value}</p>
      {deliveries.value?.length === 0 && <p class="quiet">Nothing sent yet.</p>}
      {deliveries.value && deliveries.value.length > 0 && (
        <ul class="small">
          {deliveries.value.map(({ eventId, attempt, type, at, status, failure: problem }) => (
            <li key={`${eventId} ${attempt}`}>
              {bothTimes(at)} {type}: {problem ? plainText(problem) : `delivered, ${status}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
