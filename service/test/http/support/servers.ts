// One World for a test file, and more HTTP servers on the same service, with other options.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { DemoName } from '../../../src/embedded/demo.ts';
import type { ServerOptions } from '../../../src/http/route.ts';
import { createServer } from '../../../src/http/server.ts';
import type { MarketView } from '../../../src/store/projection/market-view.ts';
import { Metrics } from '../../../src/telemetry/metrics.ts';
import { Api, type Answer as ApiAnswer, type Json } from '../../faults/support/api.ts';
import { World } from '../../support/world.ts';

export interface TestServer {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly port: number;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
}

interface RequestOptions {
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly as?: DemoName;
  readonly headers?: Record<string, string>;
}

export interface Answer extends Omit<ApiAnswer, 'body'> {
  readonly json: Json;
}

interface Setup {
  readonly env?: Record<string, string>;
  /** Where the servers say that they are reached; default: where they are. */
  readonly origin?: string;
  /** The page that the World serves. */
  readonly pageDir?: string;
}

/** For a test file: its World with a market, and servers that are closed after each test. */
export function useServers({ env, origin, pageDir }: Setup = {}) {
  let world: World;
  let options: ServerOptions;
  let marketId = '';
  const started: FastifyInstance[] = [];
  beforeAll(async () => {
    const onServer = (given: ServerOptions) => {
      const { queries } = given;
      const config = { ...queries.config(), ...(origin !== undefined && { origin }) };
      options = { ...given, queries: { ...queries, config: () => config } };
    };
    world = await World.start(env, undefined, { onServer, pageDir });
    marketId = await world.createMarket();
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((app) => app.close()));
  });
  afterAll(() => world.close());

  async function start(changes: Partial<ServerOptions> = {}): Promise<TestServer> {
    const app = createServer({ ...options, metrics: new Metrics(), ...changes });
    started.push(app);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return { app, url, port, request: (...call) => send(url, ...call) };
  }

  async function send(url: string, method: string, path: string, given: RequestOptions = {}) {
    const { body, as, headers } = given;
    const sent = typeof body === 'string' ? { rawBody: body } : { body };
    const options = { ...sent, headers, as: as && world.wallet(as) };
    const { body: json, ...answer } = await new Api(url).call(method, path, options);
    return { ...answer, json };
  }

  function showing(fields: Partial<MarketView>): Pick<ServerOptions, 'queries'> {
    const { queries } = options;
    const change = (market: MarketView | undefined) => market && { ...market, ...fields };
    return {
      queries: {
        ...queries,
        peekMarket: (id) => change(queries.peekMarket(id)),
        findMarket: async (id) => change(await queries.findMarket(id)),
      },
    };
  }

  return {
    start,
    showing,
    get world() {
      return world;
    },
    get options() {
      return options;
    },
    get marketId() {
      return marketId;
    },
    get origin() {
      return world.origin;
    },
  };
}
