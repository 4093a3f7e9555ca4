import { signal } from '@preact/signals';
import type { Wallet } from '@wallet-standard/base';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../components/forms.tsx';
import { Notice, Problem } from '../components/notice.tsx';
import { connectWallet } from './connect.ts';
import { CANCELLED, PromptEnded, prompt } from './prompt.ts';
import { type Task, useTask } from './use-task.ts';
import { promptWords } from './wallet-prompt.tsx';
import { foundWallets, PLAY_WALLET } from './wallets.ts';

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
      // Otherwise the request would stay open in the wallet.
      onCancel={(event) => task.doing.value && event.preventDefault()}
    >
      {isOpen && <Wallets task={task} />}
    </dialog>
  );
}

function Wallets({ task: { doing, failure, run } }: { readonly task: Task }) {
  const cancel = useRef(() => {});
  const choose = (wallet: Wallet) =>
    run(`Waiting for ${wallet.name} …`, async () => {
      const controller = new AbortController();
      const cancelled = new Promise<never>((_, reject) => {
        cancel.current = () => {
          const reason = new PromptEnded(CANCELLED);
          controller.abort(reason);
          prompt.peek()?.end(CANCELLED);
          reject(reason);
        };
      });
      const { signal } = controller;
      const connecting =
        wallet.name === PLAY_WALLET ? makeReady(wallet) : connectWallet(wallet, signal);
      await Promise.race([connecting, cancelled]);
      close();
    });
  const isBusy = doing.value !== undefined;
  return (
    <div class="stack">
      <h2 id="connect-title">Connect a wallet</h2>
      <p>Your wallet signs in once. That moves no money and does not allow us to bet for you.</p>
      <WalletList choose={choose} isBusy={isBusy} />
      <div role="status">
        <p>{promptWords() ?? doing.value}</p>
      </div>
      <Problem text={failure.value} />
      {isBusy ? (
        <Button onClick={() => cancel.current()}>Cancel</Button>
      ) : (
        <Button onClick={close}>Close</Button>
      )}
    </div>
  );
}

const makeReady = async (wallet: Wallet) =>
  (await import('./connect-play-wallet.ts')).connectPlayWallet(wallet);

function WalletList({ choose, isBusy }: { isBusy: boolean; choose(wallet: Wallet): void }) {
  const wallets = foundWallets.value;
  return (
    <>
      <ul class="wallet-list">
        {wallets.map(({ wallet, problem }) => (
          <li key={wallet.name}>
            <Button disabled={isBusy || problem !== undefined} onClick={() => choose(wallet)}>
              <img src={wallet.icon} alt="" width="24" height="24" />
              {wallet.name}
            </Button>
            {problem && <p class="quiet small">{problem}</p>}
            {wallet.name === PLAY_WALLET && (
              <p class="quiet small">
                A wallet in this browser with play money. It also lets us place its bets: one-click
                betting.
              </p>
            )}
          </li>
        ))}
      </ul>
      {wallets.every(({ problem }) => problem) && (isPhone() ? <WalletApps /> : <NoWallet />)}
    </>
  );
}

const NoWallet = () => (
  <Notice>
    <p>
      This browser has no Solana wallet that works here. Install one as an extension, then load the
      page again.
    </p>
  </Notice>
);

/** Wallets of phones have browsers of their own; these links open this page there. */
const APPS = {
  Phantom: 'https://phantom.app/ul/browse/',
  Solflare: 'https://solflare.com/ul/v1/browse/',
  Backpack: 'https://backpack.app/ul/v1/browse/',
} as const;

const isPhone = () => /Android|iPhone|iPad/.test(navigator.userAgent);

function WalletApps() {
  const [page, site] = [location.href, location.origin].map(encodeURIComponent);
  return (
    <>
      <p>Open this page inside your wallet’s app:</p>
      <ul class="wallet-list">
        {Object.entries(APPS).map(([name, url]) => (
          <li key={name}>
            <a class="button" href={`${url}${page}?ref=${site}`}>
              Open in {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
