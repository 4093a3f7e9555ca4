import type { ComponentChildren } from 'preact';
import { type ExplorerKind, explorerUrlOf } from '../data/explorer.ts';

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
