// Test setup: a chain, a database, an indexer, and wallets that sign prepared transactions.
import type { Address } from '@solana/kit';
import { marketIdOf } from '@tote/chain/ids';
import { createKey, type Key } from '@tote/chain/key';
import { type Currency, unixSeconds } from '@tote/domain';
import { expect, onTestFinished } from 'vitest';
import {
  createWorld,
  type MarketOptions,
  SOL,
  type World,
  type WorldOptions,
} from '../../../packages/chain/test/world.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { type AccountAction, prepareAccount } from '../../src/accounts/prepare-account.ts';
import type { AmountText } from '../../src/bets/check-bet.ts';
import { prepareBet } from '../../src/bets/prepare-bet.ts';
import type { CreateMarketInput } from '../../src/markets/context.ts';
import { openStore, type StoreOptions } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { FeePayer } from '../../src/submissions/prepare/draft.ts';
import { submitTransaction } from '../../src/submissions/submit-transaction.ts';
import { type ContextOptions, createContext } from '../support/command-context.ts';
import { signTransaction } from '../support/new-wallet.ts';

export type PreparedWorld = Awaited<ReturnType<typeof createPreparedWorld>>;

interface PreparedOptions extends WorldOptions, ContextOptions {
  readonly store?: Partial<StoreOptions>;
}

export async function createPreparedWorld({
  store: storeOptions,
  ...options
}: PreparedOptions = {}) {
  const world = await createWorld({ slotMs: 200, ...options });
  const store = await openStore({ ...storeOptions });
  onTestFinished(() => store.close());
  const context = await createContext(world, store, options);
  const { indexer } = context;
  return {
    ...world,
    context,
    indexer,
    /** It has this and nothing else. */
    async createWallet(sol = 10n * SOL) {
      const wallet = await createKey();
      if (sol > 0n) await world.fund(wallet.address, sol);
      return wallet;
    },
    async openMarket(given?: MarketOptions) {
      const market = await world.createMarket(given);
      await indexer.catchUp();
      return marketIdOf(market);
    },
    /** Prepares, signs with the wallet's key and submits. */
    async act(wallet: Key, actions: readonly AccountAction[], feePayer?: FeePayer) {
      const { transaction } = await prepareAccount(context, wallet.address, actions, { feePayer });
      return submitTransaction(context, null, signTransaction(transaction, wallet));
    },
    /** Another instance on the same chain, with the store of another replica. */
    startReplica: (other: Store) => createContext(world, other, options),
    async waitForSlots(count: bigint) {
      const { clock } = world.chain;
      const wanted = clock.slot() + count;
      await until(() => expect(clock.slot()).toBeGreaterThanOrEqual(wanted));
    },
    prepareBet: (wallet: Key, marketId: string, stake: string, outcome = 'Yes') =>
      prepareBet(context, wallet.address, { marketId, outcome, amount: text(stake) }),
  };
}

export { signTransaction };

export const text = (digits: string): AmountText => ({ text: digits, isJsonNumber: false });

export const OPEN: AccountAction = { type: 'open' };
export const deposit = (amount: string, currency: Currency = 'SOL'): AccountAction => ({
  ...{ type: 'deposit', currency, amount: text(amount) },
});
export const withdraw = (amount: string, currency: Currency = 'SOL') =>
  ({ type: 'withdraw', currency, amount: text(amount) }) as const;

/** A market of the oracle that expires in an hour. */
export const marketInput = (
  { chain }: Pick<World, 'chain'>,
  change: Partial<CreateMarketInput> = {},
): CreateMarketInput => ({
  ...{ question: 'Will it rain in Lisbon?', tokenAddress: null, currency: 'SOL' },
  expiresAt: unixSeconds(chain.clock.now() + 3_600),
  ...change,
});

/** State that must not change when a request is refused. */
export async function readBooks({ chain, context }: PreparedWorld, wallet: Address) {
  const { sol, utility } = await chain.accounts.getVaults();
  const submissions = await context.store.db.selectFrom('submissions').selectAll().execute();
  return {
    owed: [sol.owed, utility.owed],
    bettor: await chain.accounts.findBettor(wallet),
    lamports: (await chain.rpc.getBalance(wallet, { commitment: 'confirmed' }).send()).value,
    relayer: (await chain.rpc.getBalance(context.relayers.operator.address).send()).value,
    submissions: submissions.length,
  };
}
