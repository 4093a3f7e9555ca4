// Only the indexer, with a database of its own, at a node. Answers how far it is.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDefaultRpcTransport } from '@solana/kit';
import { listSignaturePage } from '@tote/chain/history/list-signatures';
import { PacedFetches } from '@tote/chain/history/paced-fetches';
import { openChain } from '@tote/chain/open-chain';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { createIndexer } from '../../service/src/indexer/indexer.ts';
import { chainIdentityOf, claimForChain } from '../../service/src/store/journal/chain-identity.ts';
import { openStore } from '../../service/src/store/open-store.ts';
import { createLog } from '../../service/src/telemetry/log.ts';

const { BENCH_NODE = '', BENCH_DIR = '', BENCH_FETCHES = '0' } = process.env;
const wallMs = () => Date.now();
const transport = createDefaultRpcTransport({ url: BENCH_NODE });
const chain = await openChain({ transport, programAddress: TOTE_PROGRAM_ADDRESS, wallMs });
const state = {
  ...{ done: 0, total: 0, listedMs: 0, endedMs: 0, processorMicros: 0 },
  ...{ fetchedPerSecond: 0, isDone: false, error: '' },
};

/** What the node gives when nothing is applied. */
async function fetchOnly(count: number): Promise<void> {
  const listed = await listSignaturePage(chain.rpc, chain.programAddress, {});
  const fetches = new PacedFetches();
  const startedAt = performance.now();
  for (let done = 0; done < count; done += listed.length) {
    await fetches.map(listed, ({ signature }) => chain.fetchLanded(signature));
  }
  state.fetchedPerSecond = (1_000 * count) / (performance.now() - startedAt);
}

async function index(): Promise<void> {
  const store = await openStore({ dir: BENCH_DIR, wallMs });
  await claimForChain(store, chainIdentityOf(chain));
  const indexer = createIndexer({ chain, store, wallMs, log: createLog('warn', String) });
  const before = process.cpuUsage();
  const startedAt = performance.now();
  await indexer.rebuild((done, total) => {
    if (done > 0 && state.done === 0) state.listedMs = performance.now() - startedAt;
    Object.assign(state, { done, total });
  });
  state.endedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  state.processorMicros = user + system;
}

const server = createServer((_, response) => response.end(JSON.stringify(state)));
server.listen(0, '127.0.0.1', async () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    await index();
    await fetchOnly(Number(BENCH_FETCHES));
    state.isDone = true;
  } catch (error) {
    state.error = String((error as Error).stack);
  }
});
