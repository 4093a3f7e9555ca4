import type { Currency } from '@tote/domain';
import type { Position, Wallet } from '@tote/sdk';
import { ExplorerLink } from '../../components/chain-id.tsx';
import { Failure, More } from '../../components/notice.tsx';
import { useFeed } from '../../data/feed.ts';
import { joinLists, usePages } from '../../data/pages.ts';
import { session } from '../../data/session.ts';
import { useSoon } from '../../data/soon.ts';
import { findDemoName, tote } from '../../data/tote.ts';
import { isAddress } from '../../format/words.ts';
import { href } from '../../navigation/router.ts';
import { isOpen, OnePosition } from '../portfolio/position.tsx';
import { Results } from './results.tsx';

const PAGE = 20;
const SOON_MS = 500;
const CURRENCIES: readonly Currency[] = ['SOL', 'UTILITY'];

export function WalletPage({ id }: { readonly id: string }) {
  if (isAddress(id)) return <KnownWallet key={id} address={id} />;
  return (
    <section class="narrow stack">
      <h1>Not an address</h1>
      <p>
        An address has 32 to 44 letters and digits. Check that all of it was copied.{' '}
        <a href={href('/top')}>Look one up</a>.
      </p>
    </section>
  );
}

type WalletPages = Wallet & { readonly nextCursor?: string };

function KnownWallet({ address }: { readonly address: string }) {
  const wallet = usePages<WalletPages>(
    (cursor, signal) => tote.value.getWallet({ address, limit: PAGE, cursor }, { signal }),
    (shown, next) => ({
      ...shown,
      positions: joinLists(shown.positions, next.positions, ({ marketId }) => marketId),
      nextCursor: next.nextCursor,
    }),
    [address],
  );
  const changed = useSoon(wallet.reload, SOON_MS);
  useFeed({ wallet: address }, { onEvent: changed, onGap: wallet.reload });
  const shown = wallet.value.value;
  const name = findDemoName(address);
  return (
    <section class="narrow stack">
      <h1>{name ? `${name} (demo)` : 'Wallet'}</h1>
      <p class="address">
        <ExplorerLink kind="address" id={address}>
          {address}
        </ExplorerLink>
      </p>
      {session.value?.wallet === address && (
        <p>
          This is your wallet. <a href={href('/me')}>Your portfolio</a> also shows your balances.
        </p>
      )}
      {wallet.error.value && <Failure error={wallet.error.value} retry={wallet.reload} />}
      {!shown && !wallet.error.value && <p class="loading">Loading the wallet …</p>}
      {shown && <Shown wallet={shown} />}
      <More pages={wallet} what="positions" />
    </section>
  );
}

function Shown({ wallet: { results, staked, positions } }: { readonly wallet: Wallet }) {
  const used = CURRENCIES.filter((currency) => {
    const { won, lost, refunded } = results[currency];
    return won + lost + refunded > 0 || staked[currency] !== '0';
  });
  if (used.length === 0 && positions.length === 0) {
    return (
      <div class="empty">
        <p>No bets by this wallet. It may never have bet, or the address is wrong.</p>
        <a class="button" href={href('/top')}>
          Look up another
        </a>
      </div>
    );
  }
  return (
    <>
      <div class="columns">
        {used.map((currency) => (
          <Results
            key={currency}
            currency={currency}
            results={results[currency]}
            staked={staked[currency]}
          />
        ))}
      </div>
      <PositionList title="Open positions" positions={positions.filter(isOpen)} />
      <PositionList
        title="Past positions"
        positions={positions.filter((position) => !isOpen(position))}
      />
    </>
  );
}

function PositionList(props: { title: string; positions: readonly Position[] }) {
  if (props.positions.length === 0) return null;
  return (
    <section class="stack">
      <h2>{props.title}</h2>
      <ul class="stack">
        {props.positions.map((position) => (
          <OnePosition key={position.marketId} position={position} />
        ))}
      </ul>
    </section>
  );
}
