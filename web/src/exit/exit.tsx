// Withdraw without Tote: everything here is read from the chain and signed by the visitor's wallet.
import { useSignalEffect } from '@preact/signals';
import { Problem } from '../components/notice.tsx';
import { branding } from '../navigation/env.ts';
import { Account } from './account.tsx';
import { AnyMarket } from './any-market.tsx';
import { ChainForm } from './chain-form.tsx';
import { Confirm } from './confirm.tsx';
import { Positions } from './positions.tsx';
import { problem, refresh, signer, view } from './state.ts';
import { WalletForm } from './wallet-form.tsx';

export function Exit() {
  const { value: shown } = view;
  useSignalEffect(() => {
    const { address } = signer.value ?? {};
    if (address !== view.peek()?.holdings?.wallet) refresh();
  });
  return (
    <div class="narrow stack exit">
      <h1>Withdraw without {branding.name}</h1>
      <p>
        Your money is in a program on Solana, not with us. With a node of the chain and your wallet
        you can settle your positions, withdraw and revoke. Our service is not involved.
      </p>
      <ChainForm />
      <Problem text={problem.value} />
      {shown && <WalletForm genesisHash={shown.deployment.genesisHash} />}
      {shown?.holdings && <Account deployment={shown.deployment} holdings={shown.holdings} />}
      {shown?.holdings && <Positions view={shown} holdings={shown.holdings} />}
      {shown && <AnyMarket view={shown} />}
      <Confirm />
    </div>
  );
}
