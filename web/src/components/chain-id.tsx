import type { ComponentChildren } from 'preact';
import { session } from '../data/session.ts';
import { type ExplorerKind, explorerUrlOf, findDemoName } from '../data/tote.ts';
import { href } from '../navigation/router.ts';

export function ChainId({ kind, id }: { readonly kind: ExplorerKind; readonly id: string }) {
  // Without an explorer it is no link.
  return (
    <a class="id" href={explorerUrlOf(kind, id)} target="_blank" rel="noreferrer" title={id}>
      <ShortId id={id} />
    </a>
  );
}

export function WalletId({ wallet }: { readonly wallet: string }) {
  const name = findDemoName(wallet);
  return (
    <>
      <a class={name ? undefined : 'id'} href={href(`/w/${wallet}`)} title={wallet}>
        {name ?? <ShortId id={wallet} />}
      </a>
      {name && ' (demo)'}
      {session.value?.wallet === wallet && ' (you)'}
    </>
  );
}

const SHOWN = 4;

/** Looks like "7xKX…9fQp", but selecting it copies the whole address. */
function ShortId({ id }: { readonly id: string }) {
  if (id.length <= 3 * SHOWN) return id;
  return (
    <>
      <span class="id-start">{id.slice(0, SHOWN)}</span>
      <span class="id-middle">{id.slice(SHOWN, -SHOWN)}</span>
      {id.slice(-SHOWN)}
    </>
  );
}

interface ExplorerLinkProps {
  readonly kind: ExplorerKind;
  readonly id: string;
  readonly children: ComponentChildren;
}

export function ExplorerLink({ kind, id, children }: ExplorerLinkProps) {
  const url = explorerUrlOf(kind, id);
  if (!url) return <>{children}</>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {children}
      <span class="visually-hidden"> (in an explorer, new tab)</span>
    </a>
  );
}
