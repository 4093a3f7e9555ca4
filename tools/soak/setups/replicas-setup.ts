// Two replicas on one PostgreSQL, with a chain of its own: as on a cluster.
import { FAULTS, RpcProxy } from '../../../service/test/faults/support/rpc-proxy.ts';
import { SeparateChain } from '../../../service/test/faults/support/separate-chain.ts';
import { startPostgres } from '../../../service/test/support/postgres.ts';
import { clockStep, processFaults } from './common-faults.ts';
import { Replica } from './replica.ts';
import type { Fault, Setup } from './setup.ts';
import { SlowProxy } from './slow-proxy.ts';

/** A transaction that was not sent expires after 150 of them. */
const SLOT_MS = 100;
const WALLET_SOL = 1_000n;
const CLOCK_SECONDS = 3_600;
/** Of the calls to the node, while it has faults. */
const RPC_FAULT_RATE = 0.3;

/** The load comes from few wallets and one address, so that the limits per wallet are raised. */
const ENV = {
  TOTE_ORIGIN: 'http://tote.test',
  TOTE_LOG_LEVEL: 'warn',
  TOTE_RATE_LIMIT_WALLET: '0',
  TOTE_MARKETS_PER_CREATOR: '10000',
  TOTE_RENT_BUDGET_PER_DAY: '100',
  TOTE_FEES_PER_WALLET: '1000000000',
};

export async function openReplicasSetup(output: number): Promise<Setup> {
  const [chain, postgres] = await Promise.all([
    SeparateChain.start({ slotMs: SLOT_MS }),
    startPostgres(),
  ]);
  const database = new URL(await postgres.createDatabase());
  const slow = await SlowProxy.start(new URL(database));
  const rpc = await RpcProxy.start(chain.localnet.url as string);
  database.port = String(slow.port);
  const env = { ...chain.env(database.href, rpc.url), ...ENV };
  const replicas: Replica[] = [];
  while (replicas.length < 2) replicas.push(await Replica.start({ env, output }));
  const [first] = replicas as [Replica];
  return {
    replicas,
    faults: {
      ...processFaults(replicas),
      'clock step': clockStep(replicas, CLOCK_SECONDS),
      'database stopped': async () => {
        await postgres.pause();
        return () => postgres.resume();
      },
      ...networkFaults(slow, rpc),
    },
    openWallet: () => chain.openWallet(first.api, WALLET_SOL),
    findRpcUrl: () => chain.localnet.url as string,
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
      await Promise.all([slow.close(), rpc.close()]);
      await chain.close();
      await postgres.stop();
    },
  };
}

function networkFaults(slow: SlowProxy, rpc: RpcProxy): Record<string, Fault> {
  return {
    'database connections cut': async () => {
      slow.cut();
      return () => {
        slow.isCut = false;
      };
    },
    'slow database': async (chance) => {
      slow.delayMs = chance.between(20, 300);
      return () => {
        slow.delayMs = 0;
      };
    },
    'RPC away': async (chance) => {
      const fault = chance.pick(['request lost', 'blackhole', '503'] as const);
      rpc.choose = () => fault;
      return () => rpc.heal();
    },
    'RPC faults': async (chance) => {
      rpc.choose = () => (chance.next() < RPC_FAULT_RATE ? chance.pick(FAULTS) : undefined);
      return () => rpc.heal();
    },
  };
}
