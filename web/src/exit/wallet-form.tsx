import { Button } from '../components/button.tsx';
import { submitting, typedInto } from '../components/forms.ts';
import { Notice } from '../components/notice.tsx';
import { BrowserWallets } from './browser-wallets.tsx';
import type { Deployment } from './chain/deployment.ts';
import { readKeyFile } from './key-file.ts';
import { chosen, refresh, run, signer, view, viewedWallet } from './state.ts';

export function WalletForm({ genesisHash }: Pick<Deployment, 'genesisHash'>) {
  return (
    <section class="sheet stack" aria-labelledby="exit-wallet">
      <h2 id="exit-wallet">2. Your wallet</h2>
      {signer.value ? (
        <Chosen address={signer.value.address} />
      ) : (
        <div class="columns">
          <div class="stack">
            <BrowserWallets genesisHash={genesisHash} />
            <OnlyLook />
          </div>
          <KeyFile />
        </div>
      )}
    </section>
  );
}

function Chosen({ address }: { readonly address: string }) {
  return (
    <div class="exit-row">
      <p>
        <code>{address}</code> signs{chosen.value && ` with ${chosen.value.name}`}.
      </p>
      {chosen.value && (
        <Button
          onClick={() => {
            viewedWallet.value = '';
            chosen.value = undefined;
          }}
        >
          Forget it
        </Button>
      )}
    </div>
  );
}

function KeyFile() {
  return (
    <div class="stack">
      <h3>A key file</h3>
      <label>
        <span>Key file of the Solana tools (64 numbers)</span>
        <input
          type="file"
          accept=".json,application/json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (!file) return;
            run(async () => {
              const read = await readKeyFile(await file.text());
              chosen.value = { name: file.name, signer: read };
            });
          }}
        />
      </label>
      <Notice kind="warning">
        <p>
          Anyone with this file can spend the money. The key stays in the memory of this tab, is
          sent nowhere and is gone when you close it. Choose it only if you trust this page: compare
          its hash.
        </p>
      </Notice>
    </div>
  );
}

function OnlyLook() {
  return (
    <form class="stack" onSubmit={submitting(refresh)}>
      <h3>View only</h3>
      <label>
        <span>Address of a wallet</span>
        <input type="text" spellcheck={false} autocomplete="off" {...typedInto(viewedWallet)} />
      </label>
      <button type="submit" class="button" disabled={!view.value}>
        Show it
      </button>
    </form>
  );
}
