import { useSignal } from '@preact/signals';
import { submitting } from '../../components/forms.ts';
import { rpcUrl, setRpcUrl } from '../../data/rpc.ts';

export function RpcForm({ reload }: { reload(): void }) {
  const text = useSignal<string | undefined>(undefined);
  const isWrong = useSignal(false);
  const shown = text.value ?? rpcUrl.value ?? '';
  const read = () => {
    const url = shown.trim();
    isWrong.value = url !== '' && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
    if (isWrong.value) return;
    text.value = undefined;
    if (url === (rpcUrl.value ?? '')) reload();
    else setRpcUrl(url);
  };
  return (
    <form class="ask" onSubmit={submitting(read)}>
      <label>
        <span>Node that your browser asks (RPC)</span>
        <input
          type="text"
          inputMode="url"
          placeholder="https://"
          autocomplete="off"
          spellcheck={false}
          aria-invalid={isWrong.value}
          aria-describedby="rpc-hint"
          value={shown}
          onInput={({ currentTarget: { value } }) => {
            text.value = value;
          }}
        />
      </label>
      <button type="submit" class="button">
        Read again
      </button>
      <p id="rpc-hint" class="quiet small" role="status">
        {isWrong.value
          ? 'Not a node address: it must begin with https://, or http:// on your machine.'
          : 'To be certain, use a node that is not ours. It is kept while this tab is open.'}
      </p>
    </form>
  );
}
