import { useSignal } from '@preact/signals';
import type { ToteError } from '@tote/sdk';
import { Button } from '../../components/forms.tsx';
import { Problem } from '../../components/notice.tsx';
import { tote } from '../../data/tote.ts';

const REASON_CHARACTERS_MAX = 500;

/** Sends a sentence to the operator's log. */
export function Report({ marketId }: { readonly marketId: string }) {
  const reason = useSignal('');
  const state = useSignal<'open' | 'sent' | string>('open');
  const send = () =>
    tote.value.reportMarket({ marketId, reason: reason.value.trim() }).then(
      () => {
        state.value = 'sent';
      },
      ({ message }: ToteError) => {
        state.value = message;
      },
    );
  if (state.value === 'sent') return <p role="status">Thank you. The operator will look at it.</p>;
  return (
    <details class="report">
      <summary>Report this market</summary>
      <label class="form-field">
        What is wrong with it?
        <textarea
          rows={2}
          maxLength={REASON_CHARACTERS_MAX}
          value={reason.value}
          onInput={({ currentTarget }) => {
            reason.value = currentTarget.value.replace(/\s+/g, ' ');
          }}
        />
      </label>
      <Problem text={state.value === 'open' ? undefined : state.value} />
      <Button onClick={send} disabled={reason.value.trim().length < 3}>
        Send the report
      </Button>
    </details>
  );
}
