// What a run is played against: the processes of the service, what they depend on, and the faults
// that can be made in them.
import type { Key } from '@tote/chain/key';
import type { Credential } from '../../service/test/faults/support/api.ts';
import { openEnvironment } from '../../service/test/faults/support/environment.ts';
import { RpcProxy } from '../../service/test/faults/support/rpc-proxy.ts';
import { SeparateChain } from '../../service/test/faults/support/separate-chain.ts';
import { startPostgres } from '../../service/test/support/postgres.ts';
import { busyDisk, databaseFaults, type Faults, processFaults, rpcFaults } from './faults.ts';
import { Replica } from './replica.ts';

export interface Wallet extends Credential {
  readonly key: Key;
}

export interface Setup {
  readonly replicas: readonly Replica[];
  readonly faults: Faults;
  /** With money to stake, us as its delegate, and an API key. */
  openWallet(): Promise<Wallet>;
  /** The chain's own address, past everything that disturbs the service. */
  findRpcUrl(): string;
  close(): Promise<void>;
}

/** The embedded chain's time stands still until the machine's is past it again. */
const EMBEDDED_CLOCK_SECONDS = 32;
const CLOCK_SECONDS = 3_600;
/** A transaction that was not sent expires after 150 of them. */
const SLOT_MS = 100;
const WALLET_SOL = 1_000n;

/** The load comes from few wallets and one address, so that the limits per wallet are raised. */
const ENV = {
  TOTE_ORIGIN: 'http://tote.test',
  TOTE_LOG_LEVEL: 'warn',
  TOTE_RATE_LIMIT_WALLET: '0',
  TOTE_MARKETS_PER_CREATOR: '10000',
  TOTE_RENT_BUDGET_PER_DAY: '100',
  TOTE_FEES_PER_WALLET: '1000000000',
};

/** The service as `npm start` runs it: one process with its embedded chain and SQLite. */
async function openDefault(output: number): Promise<Setup> {
  const environment = await openEnvironment('an embedded chain');
  const { TOTE_SLOT_MS: _, TOTE_SANDBOX: __, ...env } = environment.env;
  const replica = await Replica.start({ ...env, TOTE_LOG_LEVEL: 'warn' }, output);
  const replicas = [replica];
  return {
    replicas,
    faults: {
      ...processFaults(replicas, EMBEDDED_CLOCK_SECONDS),
      'busy disk': busyDisk(env.TOTE_DATA_DIR as string),
    },
    openWallet: () => environment.openWallet(replica.api),
    findRpcUrl: () => environment.findRpcUrl(),
    async close() {
      await replica.close();
      await environment[Symbol.asyncDispose]();
    },
  };
}

/** Two replicas on one PostgreSQL, with a chain of its own: as on a cluster. */
async function openReplicas(output: number): Promise<Setup> {
  const chain = await SeparateChain.start({ slotMs: SLOT_MS });
  const postgres = await startPostgres();
  const database = await postgres.createDatabase();
  const rpc = await RpcProxy.start(chain.localnet.url as string);
  const env = { ...chain.env(database, rpc.url), ...ENV };
  const first = await Replica.start(env, output);
  const replicas = [first, await Replica.start(env, output)];
  return {
    replicas,
    faults: {
      ...processFaults(replicas, CLOCK_SECONDS),
      ...databaseFaults(postgres, database),
      ...rpcFaults(rpc),
    },
    openWallet: () => chain.openWallet(first.api, WALLET_SOL),
    findRpcUrl: () => chain.localnet.url as string,
    async close() {
      await Promise.all(replicas.map((replica) => replica.close()));
      await rpc.close();
      await chain.close();
      await postgres.stop();
    },
  };
}

export const SETUPS: Readonly<{ [name: string]: (output: number) => Promise<Setup> }> = {
  default: openDefault,
  replicas: openReplicas,
};
