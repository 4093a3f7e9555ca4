import type { ComponentChildren } from 'preact';
import { config } from '../data/tote.ts';

interface ExplorerLinkProps {
  readonly kind: 'tx' | 'address';
  readonly id: string;
  readonly children: ComponentChildren;
}

/** To an explorer of the chain, if the service names one. */
export function ExplorerLink({ kind, id, children }: ExplorerLinkProps) {
  const { explorerUrl } = config.value ?? {};
  if (!explorerUrl) return <>{children}</>;
  const url = explorerUrl.replace('{kind}', kind).replace('{id}', encodeURIComponent(id));
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {children}
      <span class="visually-hidden"> (in an explorer, new tab)</span>
    </a>
  );
}
