import { openStore } from '../../src/store/open-store.ts';
import { rebuildProjection } from '../../src/wiring/rebuild-command.ts';
import type { History, Reader } from './history.ts';

/** As `tote rebuild` does it, with another process afterwards. */
export async function rebuildBeside(
  { chain }: Pick<History, 'chain'>,
  { store, indexer, log }: Pick<Reader, 'store' | 'indexer' | 'log'>,
  print: (line: string) => void = () => {},
): Promise<void> {
  const wallMs = () => Date.now();
  const draft = await openStore();
  try {
    await rebuildProjection({ chain, store, draft, wallMs, log, print });
  } finally {
    await draft.close();
  }
  indexer.cache.clear();
}
