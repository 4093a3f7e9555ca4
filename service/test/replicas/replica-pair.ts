// Two replicas on one PostgreSQL and one chain, as processes.
import { findPort } from '../../../tools/test-setup/find-port.ts';
import { SeparateChain, type SeparateWallet } from '../faults/support/separate-chain.ts';
import { type PreparedProcess, ServiceProcess } from '../faults/support/service-process.ts';
import { openPostgres, type Postgres } from '../support/postgres.ts';

/** The origin that wallets sign, the same for all replicas. */
const ORIGIN = 'http://tote.test';

export class Replicas implements AsyncDisposable {
  readonly chain: SeparateChain;
  readonly postgres: Postgres;
  readonly databaseUrl: string;
  readonly #env: Record<string, string>;
  readonly #running: ServiceProcess[] = [];

  private constructor(
    parts: Pick<Replicas, 'chain' | 'postgres' | 'databaseUrl'>,
    env: Record<string, string>,
  ) {
    this.chain = parts.chain;
    this.postgres = parts.postgres;
    this.databaseUrl = parts.databaseUrl;
    this.#env = env;
  }

  static async open(
    env: Record<string, string> = {},
    server: Promise<Postgres> = openPostgres(),
  ): Promise<Replicas> {
    const [chain, postgres] = await Promise.all([SeparateChain.start(), server]);
    const databaseUrl = await postgres.createDatabase();
    return new Replicas({ chain, postgres, databaseUrl }, env);
  }

  /** With two replicas, which load their modules while the chain starts. */
  static async openPair(env: Record<string, string>) {
    const prepared = [ServiceProcess.prepare(), ServiceProcess.prepare()];
    const replicas = await Replicas.open(env);
    const starting = prepared.map((each) => replicas.start({}, { prepared: each }));
    const [first, second] = (await Promise.all(starting)) as [ServiceProcess, ServiceProcess];
    return { replicas, first, second };
  }

  async start(
    env: Record<string, string> = {},
    { skewMs, prepared }: { skewMs?: number; prepared?: PreparedProcess } = {},
  ): Promise<ServiceProcess> {
    const start = prepared ?? ServiceProcess.prepare();
    const own = { TOTE_ORIGIN: ORIGIN, TOTE_PORT: String(await findPort()) };
    const base = this.chain.env(this.databaseUrl);
    const replica = await start({ ...base, ...own, ...this.#env, ...env }, { skewMs });
    this.#running.push(replica);
    return replica;
  }

  /** What is left of its SOL in the program, by the chain. */
  async balanceOf({ key }: SeparateWallet): Promise<bigint> {
    return (await this.chain.chain.accounts.findBettor(key.address))?.available[0] ?? -1n;
  }

  async query<Row>(text: string): Promise<Row[]> {
    return (await this.postgres.query(text, this.databaseUrl)) as Row[];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map((replica) => replica.stop()));
    await this.chain.close();
  }
}
