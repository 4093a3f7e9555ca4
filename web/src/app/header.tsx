import { useRef } from 'preact/hooks';
import { Button } from '../components/forms.tsx';
import { connection } from '../data/feed.ts';
import { session } from '../data/session.ts';
import { shortAddress } from '../format/words.ts';
import { branding, root } from '../navigation/env.ts';
import { href, place } from '../navigation/router.ts';
import { signOut } from '../wallet/connect.ts';
import { openConnectDialog } from '../wallet/connect-dialog.tsx';
import { useTask } from '../wallet/use-task.ts';

const LINKS = [
  ['/', 'Markets'],
  ['/new', 'Create'],
  ['/me', 'Portfolio'],
  ['/top', 'Leaderboard'],
] as const;

export function Header() {
  return (
    <header class="header">
      <a class="brand" href={href('/')} aria-label={`${branding.name}, all markets`}>
        {branding.logo && (
          <img src={new URL(branding.logo, root).href} alt="" width={28} height={28} />
        )}
        {branding.name}
      </a>
      <nav aria-label="Main">
        {LINKS.map(([path, name]) => (
          <a href={href(path)} aria-current={place.value.path === path ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <Live />
      <WalletMenu />
    </header>
  );
}

const WORDS = {
  none: undefined,
  connecting: ['◌', 'Connecting', ''],
  live: ['●', 'Live', ''],
  offline: ['○', 'Offline', ': figures may be out of date'],
} as const;

function Live() {
  const [sign, word, more] = WORDS[connection.value] ?? [];
  return (
    <span class={`live live-${connection.value}`} role="status">
      {sign && <span aria-hidden="true">{sign}</span>} {word}
      {more && <span class="live-more">{more}</span>}
    </span>
  );
}

function WalletMenu() {
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
