// Sends the hostile corpus, and addresses that are no wallets, to every endpoint of the real
// service: no 5xx, no hang, no partial effect, and always the same form of error.
import { address } from '@solana/kit';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { ERRORS, printable } from '@tote/domain';
import { findBettorAddress } from '@tote/program-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WAIT_MS } from '../../../tools/test-setup/limits.ts';
import { count } from '../../../tools/test-setup/stage.ts';
import { useWorld } from '../support/use-world.ts';
import { BODIES, HEADERS, IDS, QUERIES, VALUES } from './corpus.ts';
import { type Endpoint, type Facts, listEndpoints, rightBody, rightValues } from './endpoints.ts';

const AT_ONCE = 8;

const world = useWorld();
let endpoints: Endpoint[];
let facts: Facts;
let marketId: string;
/** Nothing has an effect, before the last tests. */
let untouched: unknown;
/** Errors that are not in the OpenAPI document. */
const unpublished = new Set<string>();
const figures = { requests: 0, refused: 0 };

beforeAll(async () => {
  marketId = await world.createMarket();
  await world.bet(marketId, 'alice', 'Yes', 1);
  await world.bet(marketId, 'bob', 'No', 1);
  endpoints = await listEndpoints(world);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  facts = { later, wallet: world.wallet('alice').address };
  untouched = await fingerprint();
});
afterAll(async () => {
  console.log(`hostile requests: ${JSON.stringify(figures)}`);
});

interface Attack {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  readonly isAnonymous?: boolean;
  readonly endpoint: Endpoint;
}

async function fingerprint(): Promise<unknown> {
  const get = async (path: string, as?: 'alice' | 'bob' | 'carol') =>
    (await world.get(path, { as })).body;
  return {
    accounts: await Promise.all(
      (['alice', 'bob', 'carol'] as const).map((as) => get('/account', as)),
    ),
    markets: await get('/markets?limit=100'),
    detail: await get(`/markets/${marketId}`),
    bets: await get(`/markets/${marketId}/bets?limit=100`),
    keys: (await get('/api-keys', 'alice')).map(
      ({ id, revoked }: { id: string; revoked: boolean }) => [id, revoked],
    ),
  };
}

const cut = (text: string) => text.slice(0, 200);

function describeAttack({ method, path, body = '', headers = {} }: Attack): string {
  return `${method} ${cut(path)} ${cut(JSON.stringify(headers))} ${cut(String(body))}`;
}

/** Sends a request and checks the response. Returns the problem, if there is one. */
async function attack(given: Attack): Promise<string | undefined> {
  const { method, path, body, headers = {}, isAnonymous } = given;
  const abort = AbortSignal.timeout(WAIT_MS);
  const authorization = `Bearer ${world.wallet('alice').apiKey}`;
  let response: Response;
  let text = '';
  try {
    response = await fetch(world.origin + path, {
      method,
      headers: {
        ...(!isAnonymous && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body as RequestInit['body'],
      signal: abort,
    });
    // An accepted stream does not end.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
    } else text = await response.text();
  } catch (error) {
    return `${describeAttack(given)}: no answer, ${error}`;
  }
  figures.requests += 1;
  notePublished(given.endpoint, response.headers.get('x-error-code'));
  const problem = findProblem(response, text);
  return problem && `${describeAttack(given)}: ${response.status} ${cut(text)}: ${problem}`;
}

/** An id can change the path to another one, for which no errors are published. */
function notePublished({ name, codes }: Endpoint, code: string | null): void {
  if (code === null || codes.has(code) || code === 'route_not_found') return;
  unpublished.add(`${name}: ${code}`);
}

function findProblem({ status, headers }: Response, text: string): string | undefined {
  if (status >= 500) return 'a 5xx';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'no nosniff';
  if (/node_modules|\bat [\w.]+ \(|SQLITE_|syntax error at/.test(text))
    return 'it leaks internal details';
  if (status < 400) return undefined;
  figures.refused += 1;
  const code = headers.get('x-error-code') ?? '';
  if (!(code in ERRORS)) return `no known code: ${code}`;
  if (headers.get('content-type') !== 'application/json; charset=utf-8') return 'no JSON';
  const body = JSON.parse(text) as Record<string, unknown>;
  const isRight = Object.keys(body).join() === 'error' && typeof body.error === 'string';
  return isRight ? undefined : 'another form of error';
}

type Request = Partial<Pick<Attack, 'path' | 'body' | 'headers' | 'isAnonymous'>>;

/** Sends all requests, a few at a time, and checks that nothing has changed. */
async function attackAll(endpoint: Endpoint, attacks: readonly Request[]): Promise<void> {
  if (attacks.length === 0) return;
  const { method } = endpoint;
  const send = ({ path = fill(endpoint.path), ...request }: Request) =>
    attack({ method, path, ...request, endpoint });
  const problems = await mapConcurrently(attacks, AT_ONCE, send);
  expect(problems.filter((each) => each !== undefined)).toEqual([]);
  expect(await fingerprint()).toEqual(untouched);
}

/** A valid path whose requests have no effect. */
function fill(path: string, id?: string): string {
  return path.replace(
    /\{(\w+)\}/g,
    (_, name) => id ?? { marketId, address: facts.wallet }[name as string] ?? `no_${name}`,
  );
}

const hasParameter = ({ path }: Endpoint) => path.includes('{');
/** Nothing for an endpoint without a body. */
const rightText = ({ bodies: [fields] }: Endpoint) =>
  fields && JSON.stringify(rightBody(fields, facts));

/** Free text accepts some input that is invalid in other fields. */
const FREE_TEXT = ['question', 'evidence', 'name'];
/** Required wherever they occur. Elsewhere null counts as left out. */
const NEVER_NULL = [
  ...['question', 'outcomes', 'expireAt', 'outcome', 'amount', 'actions', 'type', 'enabled'],
  ...['message', 'signature', 'url', 'evidence', 'name', 'scopes', 'advanceSeconds', 'silence'],
];
const IGNORED = ['id', 'status', 'createdAt', 'totalVolume', 'bettingOpen'];

const LOW_RATIOS = ['-0', '0.1e-400', '1e-30', '"1"'];

function isFine(field: string, raw: string): boolean {
  if (IGNORED.includes(field)) return true;
  if (raw === 'null') return !NEVER_NULL.includes(field);
  if (raw === '"1"' && ['amount', 'initialStake', 'Yes', 'No'].includes(field)) return true;
  // So low that it always holds.
  if (field === 'minPayoutRatio' && LOW_RATIOS.includes(raw)) return true;
  if (!FREE_TEXT.includes(field) || !raw.startsWith('"')) return false;
  const sent = JSON.parse(raw) as string;
  const text = field === 'question' ? sent.replace(/[\n\u2028]/g, ' ') : sent;
  const length = [...text].length;
  return length > 0 && length <= 3_000 && printable(text) === text;
}

const MARK = '@@hostile@@';

let round = 0;

/** One value in this many, others at the next place, so that each kind of place meets them all. */
function takeSome(): readonly string[] {
  round += 1;
  return VALUES.filter((_, index) => (index + round) % ONE_IN === 0);
}
const ONE_IN = count(3, 1);

/** The raw bodies with one value at a time, at any depth, replaced by each hostile one. */
function* mutate(fields: readonly string[]): Generator<string> {
  const most = Math.max(...fields.map((field) => rightValues(field, facts).length));
  for (let index = 0; index < most; index += 1) {
    const right = rightBody(fields, facts, index);
    for (const path of leavesOf(right)) {
      // Later rounds vary only fields with several valid values.
      if (index > 0 && rightValues(path[0] as string, facts).length === 1) continue;
      const text = JSON.stringify(replaceAt(right, path, MARK));
      for (const raw of takeSome()) {
        if (!isFine(String(path.at(-1)), raw)) yield text.replace(`"${MARK}"`, () => raw);
      }
    }
  }
}

function leavesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const inside = [...keys].flatMap((key) => leavesOf((value as never)[key], [...path, key]));
  return path.length === 0 ? inside : [path, ...inside];
}

function replaceAt(value: unknown, [first, ...rest]: (string | number)[], by: unknown): unknown {
  if (first === undefined) return by;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[first] = replaceAt(copy[first], rest, by);
  return copy;
}

test('the endpoints are complete: every route of the specification and no hidden one', () => {
  const names = endpoints.map(({ name }) => name);
  const market = '/v1/markets/{marketId}';
  const specified = ['POST /v1/markets', 'GET /v1/markets', `GET ${market}`];
  specified.push(`POST ${market}/bets`, `GET ${market}/result`);
  expect(names).toEqual(expect.arrayContaining(specified));
  expect(names.filter((name) => /admin|debug|resolve|internal/.test(name))).toEqual([]);
});

describe('on every endpoint', () => {
  test('malformed and hostile bodies', async () => {
    for (const endpoint of endpoints.filter(({ hasBody }) => hasBody)) {
      await attackAll(
        endpoint,
        BODIES.map((body) => ({ body })),
      );
    }
  });

  test('one hostile value in an otherwise valid body', async () => {
    for (const endpoint of endpoints) {
      const raw = endpoint.bodies.flatMap((fields) => [...mutate(fields)]);
      const bodies = raw.map((body) => ({ body }));
      await attackAll(endpoint, bodies);
    }
  });

  test('fields that only the service sets', async () => {
    const extra = ['betCount', 'creator', 'custom', 'feePercentage'];
    extra.push('mismatch', 'admin', 'wallets');
    for (const endpoint of endpoints) {
      const bodies = endpoint.bodies.flatMap((fields) => {
        // What has an id is an answer that is sent back, whose other fields are left out.
        const right = { ...rightBody(fields, facts), id: undefined };
        return extra.map((field) => ({ body: JSON.stringify({ ...right, [field]: 1 }) }));
      });
      await attackAll(endpoint, bodies);
    }
  });

  test('hostile ids', async () => {
    for (const endpoint of endpoints.filter(hasParameter)) {
      const body = rightText(endpoint);
      const attacks = IDS.map((id) => ({ path: fill(endpoint.path, id), body }));
      await attackAll(endpoint, attacks);
    }
  });

  test('hostile queries', async () => {
    // With an invalid body, so that an endpoint that ignored its query would have no effect.
    for (const endpoint of endpoints) {
      const path = fill(endpoint.path);
      const body = endpoint.hasBody ? '{}' : undefined;
      const attacks = QUERIES.map((query) => ({ path: `${path}?${query}`, body }));
      await attackAll(endpoint, attacks);
    }
  });

  test('hostile headers', async () => {
    for (const endpoint of endpoints) {
      const body = rightText(endpoint);
      const attacks = HEADERS.map((headers) => ({ headers, body }));
      await attackAll(endpoint, attacks);
    }
  });

  test('without a credential, endpoints that need one have no effect', async () => {
    const needy = endpoints.filter(({ needsCredential }) => needsCredential);
    expect(needy.length).toBeGreaterThan(7);
    for (const { method, path, bodies } of needy) {
      const options = bodies[0] ? { body: rightBody(bodies[0], facts) } : {};
      const answer = await world.call(method, fill(path).replace('/v1', ''), options);
      expect([answer.status, answer.headers.get('www-authenticate')], path).toEqual([
        401,
        'Bearer realm="tote"',
      ]);
    }
    for (const endpoint of needy) {
      await attackAll(endpoint, [{ body: rightText(endpoint), isAnonymous: true }]);
    }
  });

  test('other methods are 405 and list the allowed ones', async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const paths = new Map<string, string[]>();
    for (const { path, method } of endpoints) {
      paths.set(path, [...(paths.get(path) ?? []), method]);
    }
    for (const [path, taken] of paths) {
      for (const method of methods.filter((each) => !taken.includes(each))) {
        const url = world.origin + fill(path);
        const response = await fetch(url, { method });
        const code = response.headers.get('x-error-code');
        // A parameter may match the name of another path: GET /markets/prepare.
        if (response.status === 404) expect(code, `${method} ${path}`).toMatch(/_not_found$/);
        else
          expect([response.status, code], `${method} ${path}`).toEqual([405, 'method_not_allowed']);
        if (response.status === 405) {
          for (const name of taken) expect(response.headers.get('allow')).toContain(name);
        }
        await response.text();
      }
    }
    expect(await fingerprint()).toEqual(untouched);
  });
});

test('every error response is published for its endpoint', () => {
  expect(figures.refused).toBeGreaterThan(1_000);
  expect([...unpublished]).toEqual([]);
});

test('nobody prepares a transaction for another wallet with their own credential', async () => {
  const wallet = world.wallet('bob').address;
  const actions = [{ type: 'autoWithdraw', enabled: true }];
  const answer = await world.post('/account/transactions', { wallet, actions }, { as: 'alice' });
  expect([answer.status, answer.code]).toEqual([403, 'wallet_mismatch']);
});

// Programs, sysvars, Tote's own accounts, addresses off the curve: wherever a request takes an
// address, they are refused or have no effect.
describe('an address that is no wallet', () => {
  /** One address in this many, others for the next field. */
  const EVERY = count(2, 1);
  let special: Record<string, string>;
  beforeAll(async () => {
    const { body: config } = await world.get('/config');
    const programAddress = address(config.program);
    const alice = address(world.wallet('alice').address);
    special = {
      'the system program': '11111111111111111111111111111111',
      'the token program': 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'the associated token program': 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
      'the compute budget program': 'ComputeBudget111111111111111111111111111111',
      'the loader': 'BPFLoaderUpgradeab1e11111111111111111111111',
      'the clock': 'SysvarC1ock11111111111111111111111111111111',
      'the rent': 'SysvarRent111111111111111111111111111111111',
      'the incinerator': '1nc1nerator11111111111111111111111111111111',
      'wrapped SOL': 'So11111111111111111111111111111111111111112',
      'the program itself': config.program,
      'the mint of UTILITY': config.utilityMint,
      'a market': marketId.slice('market_'.length),
      'a bettor account': await findBettorAddress(alice, { programAddress }),
      'a point of small order': '11111111111111111111111111111112',
    };
  });

  const problems: string[] = [];
  afterEach(() => expect(problems.splice(0)).toEqual([]));

  /** Notes a request that takes the address and is not answered properly. */
  async function check(what: string, path: string, body?: unknown): Promise<void> {
    const answer = await (body === undefined ? world.get(path) : world.post(path, body));
    const isError = answer.status >= 400 && typeof answer.body?.error !== 'string';
    const isWrong = answer.status >= 500 || isError;
    if (isWrong) problems.push(`${what}: ${answer.status} ${cut(answer.text)}`);
  }

  const ACTIONS: readonly Record<string, unknown>[] = [
    { type: 'open' },
    { type: 'open', slots: 1_024 },
    { type: 'grow', slots: 16 },
    { type: 'deposit', currency: 'SOL', amount: 1 },
    { type: 'deposit', currency: 'UTILITY', amount: 1 },
    { type: 'withdraw', currency: 'SOL', amount: 1 },
    { type: 'withdraw', currency: 'UTILITY', amount: 1 },
    { type: 'delegate' },
    { type: 'delegate', delegate: null },
    { type: 'autoWithdraw', enabled: true },
    { type: 'close' },
    { type: 'close', forfeitSol: true, forfeitUtility: true },
  ];

  test('as a wallet for which a transaction is prepared', async () => {
    const market = await world.marketBody();
    for (const [what, wallet] of Object.entries(special)) {
      for (const action of ACTIONS) {
        const body = { wallet, actions: [action] };
        const name = `${what}, ${JSON.stringify(action)}`;
        await check(name, '/account/transactions', body);
      }
      const bet = { wallet, outcome: 'Yes', amount: 1 };
      await check(what, `/markets/${marketId}/bets/prepare`, bet);
      await check(what, '/markets/prepare', { wallet, ...market });
    }
  });

  test('as a token account, a delegate or a token', async () => {
    const wallet = world.wallet('alice').address;
    const market = await world.marketBody({ question: 'Will it reach a market cap of $1m?' });
    for (const [what, one] of Object.entries(special)) {
      const actions = [
        { type: 'withdraw', currency: 'UTILITY', amount: 1, tokenAccount: one },
        { type: 'delegate', delegate: one },
      ];
      for (const action of actions) {
        const name = `${what}, ${action.type}`;
        const body = { wallet, actions: [action] };
        await check(name, '/account/transactions', body);
      }
      const preview = { ...market, tokenAddress: one };
      await check(what, '/markets/preview', preview);
      await check(what, '/markets/prepare', { wallet, ...preview });
    }
  });

  test('in a path or a query', async () => {
    for (const [what, one] of Object.entries(special)) {
      const paths = [`/markets/market_${one}`, `/markets/market_${one}/resolution`];
      paths.push(`/markets/market_${one}/payouts?after=${one}`, `/bets/bet_${one}_0_1`);
      paths.push(`/transactions/${one}${one}`.slice(0, 100));
      for (const path of paths) await check(`${what}, ${path}`, path);
    }
  });

  test('in every field of every request', async () => {
    let round = 0;
    for (const { method, path, bodies } of endpoints) {
      const url = fill(path).replace('/v1', '');
      for (const fields of bodies) {
        const right = rightBody(fields, facts);
        for (const field of fields) {
          round += 1;
          const taken = Object.entries(special).filter((_, at) => (at + round) % EVERY === 0);
          for (const [what, one] of taken) {
            const body = { ...right, [field]: one };
            const { status, text } = await world.call(method, url, { as: 'alice', body });
            if (status >= 500)
              problems.push(`${what}, ${method} ${url} ${field}: ${status} ${text}`);
          }
        }
      }
    }
  });
});
