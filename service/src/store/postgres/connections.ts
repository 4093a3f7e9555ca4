import { hostname } from 'node:os';
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Longer than the server's own timeout: it passes only when the server does not respond. */
const RESPONSE_TIMEOUT_MS = 20_000;
const CONNECTIONS_PER_POOL = 10;
const APPLICATION_NAME_MAX = 63;

const OID = { bytea: 17, int8: 20, int2: 21, int4: 23, numeric: 1700 };

/** Integers are BigInt, as in SQLite. A `sum` of them is `numeric`. */
const toInteger = (text: string) => (/^-?\d+$/.test(text) ? BigInt(text) : text);

const parseBytes = pg.types.getTypeParser(OID.bytea) as (text: string) => Buffer;

const PARSERS = new Map<number, (text: string) => unknown>([
  [OID.int2, BigInt],
  [OID.int4, BigInt],
  [OID.int8, BigInt],
  [OID.numeric, toInteger],
  [OID.bytea, (text) => new Uint8Array(parseBytes(text))],
]);

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const clientConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  // Tells operators which process a connection belongs to.
  application_name: `tote ${hostname()} ${process.pid}`.slice(-APPLICATION_NAME_MAX),
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  types,
});

export function makePool(url: string, { isReader }: { isReader: boolean }): pg.Pool {
  const settings = [
    `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    `set idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`,
    `set default_transaction_read_only = ${isReader ? 'on' : 'off'}`,
  ];
  const pool = new pg.Pool({
    ...clientConfig(url),
    max: CONNECTIONS_PER_POOL,
    query_timeout: RESPONSE_TIMEOUT_MS,
    onConnect: async (client) => {
      // A connection that is lost while in use emits this too. Without a listener it would throw.
      client.on('error', () => {});
      await client.query(settings.join('; '));
    },
  });
  // An idle connection was lost: the pool has removed it already.
  pool.on('error', () => {});
  return pool;
}

// A long-lived connection with a heartbeat, which detects a loss that no error reports.

const HEARTBEAT_MS = 2_000;
const HEARTBEAT_TIMEOUT_MS = 3_000;
/** Later than the client's own heartbeat gives up, so two clients never hold one lock. */
const SERVER_KEEPALIVE =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

export type WatchedClient = Readonly<Awaited<ReturnType<typeof connectWatched>>>;

/** Without a heartbeat the caller asks often enough itself, and ends it if there is no answer. */
export async function connectWatched(url: string, { hasHeartbeat = true } = {}) {
  const client = new pg.Client({ ...clientConfig(url), query_timeout: HEARTBEAT_TIMEOUT_MS });
  const lost = new AbortController();
  const lose = () => lost.abort();
  client.on('error', lose);
  client.on('end', lose);
  await client.connect();
  let heartbeat: NodeJS.Timeout | undefined;
  const end = async () => {
    clearInterval(heartbeat);
    lose();
    await client.end().catch(() => {});
  };
  const beat = () => client.query('select 1').catch(() => void end());
  if (hasHeartbeat) heartbeat = setInterval(beat, HEARTBEAT_MS).unref();
  lost.signal.addEventListener('abort', () => clearInterval(heartbeat));
  try {
    await client.query(SERVER_KEEPALIVE);
  } catch (error) {
    await end();
    throw error;
  }
  return { client, lost: lost.signal, end };
}

export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
