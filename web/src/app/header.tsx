import { connection } from '../data/feed.ts';
import { branding, root } from '../navigation/env.ts';
import { href, place } from '../navigation/router.ts';
import { WalletMenu } from '../wallet/wallet-menu.tsx';

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
