// The indexer and snapshots at Anza's own node: its lists, its blocks, its WebSocket, its accounts.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Address, createSolanaRpc, lamports, type RpcTransport } from '@solana/kit';
import { createKey, type Key } from '@tote/chain/key';
import { TOKEN_PROGRAM_ADDRESS, TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { expect, onTestFinished, test } from 'vitest';
import { initialize, SOL, withActs } from '../../../packages/chain/test/world.ts';
import { startValidator, type Validator } from '../../../tools/validator/start-validator.ts';
import { createIndexer } from '../../src/indexer/indexer.ts';
import { checkSnapshot } from '../../src/indexer/snapshot/restore-snapshot.ts';
import { writeSnapshot } from '../../src/indexer/snapshot/write-snapshot.ts';
import { chainIdentityOf, claimForChain } from '../../src/store/journal/chain-identity.ts';
import { createMint } from '../support/create-mint.ts';
import { createReader, History } from '../support/history.ts';
import { newFolder } from '../support/new-folder.ts';
import { readProjection } from '../support/projection-rows.ts';
import { TestLog } from '../support/test-log.ts';
import { connectWithNotices } from './support/deployed-program.ts';

const PROGRAM_FILE = fileURLToPath(new URL('../../../program/tote.so', import.meta.url));
const BETS = 30;

async function startNode(admin: Key): Promise<Validator> {
  const programs = [
    { address: TOTE_PROGRAM_ADDRESS, file: PROGRAM_FILE, authority: admin.address },
  ];
  const validator = await startValidator({ ledger: newFolder(), programs, ticksPerSlot: 8 });
  onTestFinished(() => validator.stop());
  return validator;
}

async function play() {
  const [admin, relayer, oracle] = [await createKey(), await createKey(), await createKey()];
  const validator = await startNode(admin);
  const chain = await connectWithNotices(validator);
  const rpc = createSolanaRpc(validator.rpcUrl);
  const fund = async (address: Address, amount = 1_000n * SOL) => {
    await rpc.requestAirdrop(address, lamports(amount)).send();
    const balance = async () => (await chain.rpc.getBalance(address).send()).value;
    await expect.poll(balance, { timeout: 20_000 }).toBeGreaterThan(0n);
  };
  await fund(admin.address);
  await fund(relayer.address);
  const wanted = { owner: admin, supply: 1n, decimals: 6, isMintable: true };
  const { mint: utilityMint } = await createMint(chain, wanted);
  const utility = { utilityMint, tokenProgram: TOKEN_PROGRAM_ADDRESS };
  const parts = { chain, admin, relayer, oracle, ...utility, fund };
  await initialize(parts);
  const history = new History(withActs({ ...parts, localnet: undefined as never }));
  const [alice, bob] = [await history.bettor(), await history.bettor()];
  const market = await history.market();
  for (let index = 0; index < BETS; index += 1) {
    const by = index % 2 === 0 ? alice : bob;
    await history.bets(market, [{ by, outcome: index % 3 === 0 ? 'Yes' : 'No', amount: SOL }]);
  }
  return { validator, history, market, alice };
}

const withoutTransactions = (transport: RpcTransport): RpcTransport =>
  (async (request: Parameters<RpcTransport>[0]) => {
    const { id, method } = request.payload as { id: unknown; method: string };
    return method === 'getTransaction' ? { jsonrpc: '2.0', id, result: null } : transport(request);
  }) as RpcTransport;

test('a history is read in one go, in pages, and from blocks, with the same rows', async () => {
  const { validator, history, market, alice } = await play();
  await history.passFinality();
  const whole = await createReader(history);
  await claimForChain(whole.store, chainIdentityOf(history.chain));
  await whole.indexer.rebuild();
  const rows = await readProjection(whole.store);
  expect(rows.bets).toHaveLength(BETS);

  const sizes = { pageSize: 7, listedMax: 10, window: 8 };
  const paged = await createReader(history, { sizes });
  await paged.indexer.rebuild();
  expect(await readProjection(paged.store)).toEqual(rows);

  const chain = await connectWithNotices(validator, withoutTransactions);
  const fromBlocks = await createReader(history, { chain });
  await fromBlocks.indexer.rebuild();
  expect(await readProjection(fromBlocks.store)).toEqual(rows);

  // The snapshot, and what happened since.
  const { store } = whole;
  const file = join(newFolder(), 'tote.snapshot');
  await writeSnapshot({ db: store.db, file, key: history.world.oracle });
  await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
  const log = new TestLog();
  const { comparison } = await checkSnapshot({ file, chain: history.chain, wallMs: Date.now, log });
  expect(comparison).toMatchObject({ markets: 1, bettors: 2, positions: 2, isSettled: true });
  expect(comparison.differences).toEqual(new Map());
});

test('logsSubscribe shows the transactions of others long before the next poll', async () => {
  const { validator, history, market, alice } = await play();
  const { store } = await createReader(history);
  const chain = await connectWithNotices(validator);
  const options = { chain, store, wallMs: Date.now, log: new TestLog() };
  const indexer = createIndexer({ ...options, pollMs: 3_600_000, hasHints: true });
  onTestFinished(() => indexer.stop());
  await indexer.catchUp();
  indexer.start();
  const count = async () => (await store.db.selectFrom('bets').select('bet_id').execute()).length;
  expect(await count()).toBe(BETS);
  await expect
    .poll(
      async () => {
        await history.bets(market, [{ by: alice, outcome: 'Yes', amount: SOL }]);
        return count();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBeGreaterThan(BETS);
});
