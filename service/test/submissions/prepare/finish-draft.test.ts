import { expect, test } from 'vitest';
import { count } from '../../../../tools/test-setup/stage.ts';
import { prepareAccount } from '../../../src/accounts/prepare-account.ts';
import type { CommandContext } from '../../../src/submissions/context.ts';
import { createPreparedWorld, deposit, OPEN } from '../prepared-world.ts';

const EQUAL = count(300, 1_500, 1_500);
const TRIES_MAX = 100;
const ACTIONS = [OPEN, deposit('1')];

/** The context in a single blockhash, which counts what is stored. */
async function inOneBlockhash({ chain, store, ...rest }: CommandContext) {
  const lifetime = await chain.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
  const rpc = new Proxy(chain.rpc, {
    get: (target, name) =>
      name === 'getLatestBlockhash'
        ? () => ({ send: async () => lifetime })
        : Reflect.get(target, name),
  });
  return () => {
    const counted = { tries: 0 };
    const write: typeof store.write = (change) => {
      counted.tries += 1;
      return store.write(change);
    };
    const context = {
      ...rest,
      chain: Object.create(chain, { rpc: { value: rpc } }),
      store: Object.create(store, { write: { value: write } }),
    };
    return { context, counted };
  };
}

test('equal prepares in one blockhash all answer, after few tries each, while there is room', async () => {
  const world = await createPreparedWorld();
  const wallet = await world.createWallet();
  const createContext = await inOneBlockhash(world.context);
  const prepare = async () => {
    const { context, counted } = createContext();
    const { transaction } = await prepareAccount(context, wallet.address, ACTIONS);
    return { transaction, ...counted };
  };
  const all = await Promise.all(Array.from({ length: EQUAL }, prepare));
  expect(new Set(all.map(({ transaction }) => transaction)).size).toBe(EQUAL);
  expect(Math.max(...all.map(({ tries }) => tries))).toBeLessThanOrEqual(TRIES_MAX);
  // With counting up the last one alone had as many tries as there were before it.
  expect(all.reduce((sum, { tries }) => sum + tries, 0)).toBeLessThan(3 * EQUAL);
  const stored = await world.context.store.db.selectFrom('prepared').select('wallet').execute();
  expect(stored).toHaveLength(EQUAL);

  // More than fit into one blockhash are told to wait: as if all of them were taken.
  const { context, counted } = createContext();
  const store = Object.create(context.store, {
    write: {
      value: async () => {
        counted.tries += 1;
        return false;
      },
    },
  });
  const attempt = prepareAccount({ ...context, store }, wallet.address, ACTIONS);
  await expect(attempt).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
  expect(counted.tries).toBe(TRIES_MAX);
});
