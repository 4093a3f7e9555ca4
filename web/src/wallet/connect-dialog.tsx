import { signal } from '@preact/signals';
import type { Wallet } from '@wallet-standard/base';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Notice, Problem } from '../components/notice.tsx';
import { connectWallet } from './connect.ts';
import { SlowPrompt } from './slow-prompt.tsx';
import { type Task, useTask } from './use-task.ts';
import { foundWallets } from './wallets.ts';

export const isConnectDialogOpen = signal(false);

export function openConnectDialog(): void {
  isConnectDialogOpen.value = true;
}

const close = () => {
  isConnectDialogOpen.value = false;
};

export function ConnectDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const task = useTask();
  const isOpen = isConnectDialogOpen.value;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog
      class="dialog"
      ref={dialog}
      onClose={close}
      aria-labelledby="connect-title"
      // While a wallet is open, its own buttons cancel.
      onCancel={(event) => task.doing.value && event.preventDefault()}
    >
      {isOpen && <Wallets task={task} />}
    </dialog>
  );
}

function Wallets({ task: { doing, failure, run } }: { readonly task: Task }) {
  const choose = (wallet: Wallet) =>
    run(`Waiting for ${wallet.name} …`, async () => {
      await connectWallet(wallet);
      close();
    });
  const isBusy = doing.value !== undefined;
  return (
    <div class="stack">
      <h2 id="connect-title">Connect a wallet</h2>
      <p>Your wallet signs in once. That moves no money and allows nobody to bet for you.</p>
      <WalletList choose={choose} isBusy={isBusy} />
      <div role="status">
        <p>{doing.value}</p>
        <SlowPrompt />
      </div>
      <Problem text={failure.value} />
      <Button onClick={close} disabled={isBusy}>
        Close
      </Button>
    </div>
  );
}

interface WalletListProps {
  readonly isBusy: boolean;
  choose(wallet: Wallet): void;
}

function WalletList({ choose, isBusy }: WalletListProps) {
  if (foundWallets.value.length === 0) {
    return (
      <Notice>
        <p>
          This browser has no Solana wallet. Install one as an extension, then load the page again.
        </p>
      </Notice>
    );
  }
  return (
    <ul class="wallet-list">
      {foundWallets.value.map(({ wallet, problem }) => (
        <li key={wallet.name}>
          <Button disabled={isBusy || problem !== undefined} onClick={() => choose(wallet)}>
            <img src={wallet.icon} alt="" width="24" height="24" />
            {wallet.name}
          </Button>
          {problem && <p class="quiet">{problem}</p>}
        </li>
      ))}
    </ul>
  );
}
