// What the vaults hold and owe, read from the chain by this browser, and the service's figures.

import { useSignal } from '@preact/signals';
import type { Currency } from '@tote/domain';
import type { Config } from '@tote/sdk';
import { useEffect } from 'preact/hooks';
import { submitting } from '../../components/forms.tsx';
import { Notice } from '../../components/notice.tsx';
import { useResource } from '../../data/resource.ts';
import { rpcUrl, setRpcUrl } from '../../data/rpc.ts';
import { config as service } from '../../data/tote.ts';
import { branding } from '../../navigation/env.ts';
import { href } from '../../navigation/router.ts';
import { type Both, differs, readBoth } from './read-both.ts';
import { Trust } from './trust.tsx';
import { VaultSection } from './vault-section.tsx';

const CURRENCIES: readonly Currency[] = ['SOL', 'UTILITY'];
const AGAIN_MS = 3_000;

export function Reserves() {
  return (
    <section class="narrow stack">
      <h1>Reserves</h1>
      <p>
        All money is in two accounts of the program, the vaults. Your browser asks the chain what
        they hold and what they owe, and compares it with what the service says. You do not have to
        trust us.
      </p>
      {service.value ? (
        <Known config={service.value} />
      ) : (
        <p class="loading">Asking the service …</p>
      )}
    </section>
  );
}

function Known({ config }: { readonly config: Config }) {
  const url = rpcUrl.value;
  const both = useResource(
    async (signal) => (url ? readBoth(url, config, signal) : undefined),
    [url, config.program, config.genesisHash],
  );
  const known = both.value.value;
  useEffect(() => {
    if (!known || !differs(known, config)) return;
    // The service's figures may be some seconds old.
    const timer = setTimeout(both.reload, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [known, config, both.reload]);
  return (
    <>
      <RpcForm reload={both.reload} />
      {!url && (
        <Notice kind="warning">
          <p>The service suggests no node. Enter the address of one that you trust above.</p>
        </Notice>
      )}
      {url && !known && <p class="loading vaults-loading">Reading the vaults from the chain …</p>}
      {known && <Vaults both={known} config={config} />}
      <Trust config={config} />
      <p>
        If we disappear, your money does not:{' '}
        <a href={href('/exit')}>withdraw without {branding.name}</a>.
      </p>
    </>
  );
}

function Vaults({ both: { said, read }, config }: { both: Both; config: Config }) {
  const failures = [said, read].flatMap((part) => ('failure' in part ? [part.failure] : []));
  return (
    <>
      {failures.map((failure) => (
        <Notice key={failure} kind="error">
          <p>{failure}</p>
          <p>Try again, or another node. Nothing was sent, and no money moved.</p>
        </Notice>
      ))}
      {CURRENCIES.map((currency) => (
        <VaultSection
          key={currency}
          currency={currency}
          said={'failure' in said ? undefined : said[currency]}
          read={'failure' in read ? undefined : read}
          config={config}
        />
      ))}
    </>
  );
}

function RpcForm({ reload }: { reload(): void }) {
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
