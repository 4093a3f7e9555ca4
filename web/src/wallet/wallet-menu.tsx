import { useRef } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { session } from '../data/session.ts';
import { shortAddress } from '../format/words.ts';
import { href } from '../navigation/router.ts';
import { signOut } from './connect.ts';
import { openConnectDialog } from './connect-dialog.tsx';
import { useTask } from './use-task.ts';

export function WalletMenu() {
  const { run } = useTask();
  const panel = useRef<HTMLDivElement>(null);
  if (!session.value) {
    return <Button onClick={openConnectDialog}>Connect a wallet</Button>;
  }
  const { wallet, walletName } = session.value;
  return (
    <>
      <Button popoverTarget="wallet-menu">
        <span class="visually-hidden">Your wallet </span>
        <span class="figure">{shortAddress(wallet)}</span>
      </Button>
      <div id="wallet-menu" class="wallet-menu sheet" popover="auto" ref={panel}>
        <p>{walletName}</p>
        <p class="figure wallet-address small">{wallet}</p>
        <p>
          <a href={href('/me')} onClick={() => panel.current?.hidePopover()}>
            Your portfolio
          </a>
        </p>
        <div class="pills">
          <Button onClick={() => run('Signing out …', () => signOut())}>Sign out</Button>
          <Button onClick={() => run('Signing out …', () => signOut({ isEverywhere: true }))}>
            Sign out everywhere
          </Button>
        </div>
      </div>
    </>
  );
}
