import { clusterOf } from '@tote/domain';
import { signerFromWallet } from '@tote/sdk';
import type { IdentifierString, Wallet } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { Button, submitting, typedInto } from '../components/forms.tsx';
import { Notice } from '../components/notice.tsx';
import { registered } from '../wallet/registered.ts';
import type { Deployment } from './chain/deployment.ts';
import { ExitError } from './chain/node.ts';
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

// Wallets of the browser (Wallet Standard). They connect without signing in.
function isUsable({ chains, features }: Wallet, chain: IdentifierString): boolean {
  const signing = features['solana:signTransaction'] as
    | { readonly supportedTransactionVersions?: readonly unknown[] }
    | undefined;
  const signsVersion0 = signing?.supportedTransactionVersions?.includes(0) ?? false;
  return chains.includes(chain) && signsVersion0 && 'standard:connect' in features;
}

async function choose(wallet: Wallet, chain: IdentifierString): Promise<void> {
  const { 'standard:connect': connecting } = wallet.features as Partial<StandardConnectFeature>;
  const answer = await connecting?.connect().catch(() => undefined);
  const account = answer?.accounts.find(({ chains }) => chains.includes(chain));
  if (!account) throw new ExitError(`${wallet.name} has no account for this chain. Try again.`);
  chosen.value = { name: wallet.name, signer: signerFromWallet(wallet, account, chain) };
}

function BrowserWallets({ genesisHash }: Pick<Deployment, 'genesisHash'>) {
  const chain = clusterOf(genesisHash);
  const usable = registered.value.filter((wallet) => isUsable(wallet, chain));
  return (
    <div class="stack">
      <h3>A wallet of this browser</h3>
      {usable.map((wallet) => (
        <Button key={wallet.name} onClick={() => run(() => choose(wallet, chain))}>
          <img src={wallet.icon} alt="" width="24" height="24" />
          {wallet.name}
        </Button>
      ))}
      {usable.length === 0 && (
        <p class="quiet">
          No wallet was found for this chain. If you opened this page from a file, turn on “Allow
          access to file URLs” in the settings of your wallet extension.
        </p>
      )}
    </div>
  );
}
