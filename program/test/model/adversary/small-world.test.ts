// A small world, searched exhaustively: two wallets, whoever attacks, and one market of each kind.
// TOTE_DEPTH sets how many steps a path has.
import { describe, expect, test } from 'vitest';
import { isLong } from '../../../../tools/test-setup/stage.ts';
import { checkAll } from './checks/all.ts';
import { KIND_NAMES, type KindName } from './kinds.ts';
import { search } from './search.ts';
import { Stage } from './stage.ts';

const { env } = process;
/** In this kind of market every rule about stolen keys applies. */
const DEEPEST: KindName = 'triggered oracle';

function depthOf(kind: KindName): number {
  if (env.TOTE_DEPTH) return Number(env.TOTE_DEPTH);
  return isLong ? (kind === DEEPEST ? 3 : 2) : 1;
}

describe('every instruction by every key at every boundary of time', () => {
  const stage = new Stage();

  test.each(KIND_NAMES)('%s', async (kind) => {
    const depth = depthOf(kind);
    const before = stage.transactions;
    const states = await search(stage, kind, depth, () => checkAll(stage));
    const transactions = stage.transactions - before;
    console.log(`${kind}: ${states} states, ${transactions} transactions, depth ${depth}`);
    expect(states).toBeGreaterThan(1);
  });
});
