// A long-lived connection with a heartbeat, which detects a loss that no error reports.
import pg from 'pg';
import { clientConfig } from './config.ts';

const HEARTBEAT_MS = 2_000;
const HEARTBEAT_TIMEOUT_MS = 3_000;
/**
 * The server drops a client that vanished after 5 + 3 x 2 s. That is later than the client's own
 * heartbeat gives up, so two clients never hold one lock.
 */
const SERVER_KEEPALIVE =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

export interface WatchedClient {
  readonly client: pg.Client;
  /** Aborts when the connection is lost or ended. */
  readonly lost: AbortSignal;
  end(): Promise<void>;
}

/** Without a heartbeat: who uses it asks often enough, and ends it when there is no answer. */
export async function connectWatched(
  url: string,
  { hasHeartbeat = true } = {},
): Promise<WatchedClient> {
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
  if (hasHeartbeat) {
    heartbeat = setInterval(() => {
      client.query('select 1').catch(() => void end());
    }, HEARTBEAT_MS);
    heartbeat.unref();
  }
  lost.signal.addEventListener('abort', () => clearInterval(heartbeat));
  try {
    await client.query(SERVER_KEEPALIVE);
  } catch (error) {
    await end();
    throw error;
  }
  return { client, lost: lost.signal, end };
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
