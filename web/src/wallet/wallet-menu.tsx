import { useRef } from 'preact/hooks';
import { session } from '../data/session.ts';
import { shortAddress } from '../format/words.ts';
import { href } from '../navigation/router.ts';
import { signOut } from './connect.ts';
import { openConnectDialog } from './connect-dialog.tsx';
import { useTask } from './use-task.ts';

export function WalletMenu() {
  const { doing, run } = useTask();
  const panel = useRef<HTMLDivElement>(null);
  if (!session.value) {
    return (
      <button type="button" class="button" onClick={openConnectDialog}>
        Connect a wallet
      </button>
    );
  }
  const { wallet, walletName } = session.value;
  return (
    <>
      <button type="button" class="button" popoverTarget="wallet-menu">
        <span class="visually-hidden">Your wallet </span>
        <span class="figure">{shortAddress(wallet)}</span>
      </button>
      <div id="wallet-menu" class="wallet-menu sheet" popover="auto" ref={panel}>
        <p>{walletName}</p>
        <p class="figure wallet-address">{wallet}</p>
        <p>
          <a href={href('/me')} onClick={() => panel.current?.hidePopover()}>
            Your portfolio
          </a>
        </p>
        <button
          type="button"
          class="button"
          disabled={doing.value !== undefined}
          onClick={() => run('Signing out …', signOut)}
        >
          Sign out
        </button>
      </div>
    </>
  );
}
