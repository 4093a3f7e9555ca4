// The load generator, the same for every server.
import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly seconds: number;
  readonly connections?: number;
  readonly method?: 'GET' | 'POST';
  /** Used in turn. */
  readonly requests?: readonly {
    readonly path: string;
    readonly body?: string;
    readonly headers?: Record<string, string>;
  }[];
}

export interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Responses other than 2xx, and failed connections. */
  readonly failed: number;
  readonly total: number;
}

const CONNECTIONS = 64;
/** Warm-up time relative to the measured time, because the JIT keeps optimising for a while. */
const WARM_UP = 3;

export async function measureWarm(load: Load): Promise<Measured> {
  await measure({ ...load, seconds: WARM_UP * load.seconds });
  return measure(load);
}

export async function measure(load: Load): Promise<Measured> {
  const { url, seconds, connections = CONNECTIONS, method = 'GET', requests } = load;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method,
    ...(requests && {
      requests: requests.map(({ path, body, headers }) => ({
        method,
        path,
        ...(body !== undefined && { body }),
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      })),
    }),
  });
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
    total: result['2xx'],
  };
}
