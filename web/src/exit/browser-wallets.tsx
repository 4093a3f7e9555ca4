// Wallets of the browser (Wallet Standard). They connect without signing in.

import { clusterOf } from '@tote/domain';
import { signerFromWallet } from '@tote/sdk';
import type { IdentifierString, Wallet } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { Button } from '../components/button.tsx';
import { registered } from '../wallet/registered.ts';
import type { Deployment } from './chain/deployment.ts';
import { ExitError } from './chain/node.ts';
import { chosen, run } from './state.ts';

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

export function BrowserWallets({ genesisHash }: Pick<Deployment, 'genesisHash'>) {
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
