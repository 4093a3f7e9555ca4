import { config } from './tote.ts';

/** What explorers call it. */
export type ExplorerKind = 'tx' | 'address';

/** Its page of the explorer that the service names; undefined: it names none. */
export const explorerUrlOf = (kind: ExplorerKind, id: string): string | undefined =>
  config.value?.explorerUrl?.replace('{kind}', kind).replace('{id}', encodeURIComponent(id));
