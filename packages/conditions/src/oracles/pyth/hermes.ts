// Fetches signed prices from Hermes, the web service of Pyth. It needs no trust: the chain verifies
// the signatures, and which update belongs to a moment is in the signed message itself. So the
// first endpoint with the right update is enough. Everything else that one of them answers is
// ignored, and the next one is asked.
import type { UnixSeconds } from '@tote/domain';
import { readSignedUpdates, type SignedUpdate } from './signed-update.ts';

/** Those of Pyth. Both have the same prices, and want an API key. */
export const HERMES_URLS: readonly string[] = [
  'https://hermes.pyth.network',
  'https://pyth.dourolabs.app/hermes',
];

interface HermesLimits {
  readonly wholeMs: number;
  readonly bodyBytes: number;
  readonly restMs: number;
}

const LIMITS: HermesLimits = { wholeMs: 5_000, bodyBytes: 256 * 1_024, restMs: 60_000 };
/** One answer has one signed root for feeds of the same moment. */
const ROOTS_MAX = 64;

interface HermesOptions {
  /** Endpoints, with or without a path. They are asked in this order. */
  readonly urls: readonly string[];
  readonly apiKey?: string;
  readonly limits?: Partial<HermesLimits>;
  /** For the log: neither path nor key of the endpoint is in it. */
  readonly onFailure?: (host: string, reason: string) => void;
}

interface Endpoint {
  readonly url: string;
  readonly host: string;
  restsUntilMs: number;
}

interface Wanted {
  readonly path: string;
  readonly feedIds: readonly string[];
  readonly belongs: (update: SignedUpdate) => boolean;
}

export interface Fetched {
  readonly updates: ReadonlyMap<string, SignedUpdate>;
  /** Whether every endpoint answered, so that what is missing does not exist yet. */
  readonly isComplete: boolean;
}

export class Hermes {
  readonly #endpoints: readonly Endpoint[];
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: HermesLimits;
  readonly #onFailure: NonNullable<HermesOptions['onFailure']>;

  constructor({ urls, apiKey, limits, onFailure = () => undefined }: HermesOptions) {
    this.#endpoints = urls.map((url) => ({
      url: url.replace(/\/+$/, ''),
      host: new URL(url).host,
      restsUntilMs: 0,
    }));
    this.#headers = {
      accept: 'application/json',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    };
    this.#limits = { ...LIMITS, ...limits };
    this.#onFailure = onFailure;
  }

  /** The first update of each feed at or after the moment. Never rejects. */
  fetchAt(moment: UnixSeconds, feedIds: readonly string[]): Promise<Fetched> {
    const at = BigInt(moment);
    return this.#fetch({
      path: `/v2/updates/price/${moment}`,
      feedIds,
      belongs: ({ price }) => price.previousPublishedAt < at && at <= price.publishedAt,
    });
  }

  fetchLatest(feedIds: readonly string[]): Promise<Fetched> {
    return this.#fetch({ path: '/v2/updates/price/latest', feedIds, belongs: () => true });
  }

  async #fetch({ path, feedIds, belongs }: Wanted): Promise<Fetched> {
    const updates = new Map<string, SignedUpdate>();
    let isComplete = true;
    for (const endpoint of this.#endpoints) {
      const missing = feedIds.filter((feedId) => !updates.has(feedId));
      if (missing.length === 0) break;
      try {
        for (const update of await this.#ask(endpoint, path, missing)) {
          const { feedId } = update.price;
          if (missing.includes(feedId) && belongs(update)) updates.set(feedId, update);
        }
      } catch (error) {
        isComplete = false;
        this.#onFailure(endpoint.host, describe(error));
      }
    }
    return { updates, isComplete };
  }

  async #ask(endpoint: Endpoint, path: string, feedIds: readonly string[]) {
    if (performance.now() < endpoint.restsUntilMs) throw new Error('has asked us to wait');
    const query = new URLSearchParams();
    for (const feedId of feedIds) query.append('ids[]', feedId);
    query.append('encoding', 'base64');
    query.append('parsed', 'false');
    query.append('ignore_invalid_price_ids', 'true');
    const response = await fetch(`${endpoint.url}${path}?${query}`, {
      headers: this.#headers,
      redirect: 'error',
      signal: AbortSignal.timeout(this.#limits.wholeMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      // There is no such update, or not yet.
      if (response.status === 404) return [];
      if (response.status === 429) {
        endpoint.restsUntilMs = performance.now() + this.#limits.restMs;
      }
      throw new Error(`answers with status ${response.status}`);
    }
    return readAnswer(JSON.parse(await readBody(response, this.#limits.bodyBytes)));
  }
}

/** Counts what comes out of decompression. */
async function readBody({ body }: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`sends more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function readAnswer(answer: unknown): SignedUpdate[] {
  const { binary } = (answer ?? {}) as { binary?: { encoding?: unknown; data?: unknown } };
  const { encoding, data } = binary ?? {};
  if (encoding !== 'base64' || !Array.isArray(data) || data.length > ROOTS_MAX) {
    throw new Error('sends something else than updates');
  }
  return data.flatMap((text) => readSignedUpdates(readBase64(text)));
}

function readBase64(text: unknown): Uint8Array {
  const bytes = Buffer.from(String(text), 'base64');
  if (bytes.toString('base64') !== text) throw new Error('sends updates that are not base64');
  return Uint8Array.from(bytes);
}

/** Without the address, which may contain a secret. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'fails';
  const { name, message, cause } = error;
  if (name === 'TimeoutError') return 'does not answer in full in time';
  if (name === 'SyntaxError') return 'sends no JSON';
  if (name === 'RangeError') return `sends an update that is not one: ${message}`;
  if (name !== 'TypeError') return message;
  const { code, message: why } = (cause ?? {}) as { code?: string; message?: string };
  return `does not answer (${code ?? why ?? 'unknown'})`;
}
