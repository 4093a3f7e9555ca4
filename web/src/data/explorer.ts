import { config } from './tote.ts';

export type ExplorerKind = 'tx' | 'address';

/** Its page in the explorer; undefined if the service names no explorer. */
export const explorerUrlOf = (kind: ExplorerKind, id: string): string | undefined =>
  config.value?.explorerUrl?.replace('{kind}', kind).replace('{id}', encodeURIComponent(id));
