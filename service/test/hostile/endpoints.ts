// The endpoints of a running service, from its OpenAPI document, so that new endpoints are tested
// automatically.
import type { Json, World } from '../support/world.ts';

export interface Endpoint {
  readonly method: string;
  /** As published: `/v1/markets/{marketId}`. */
  readonly path: string;
  readonly hasBody: boolean;
  /** Every set of fields that the body can have. */
  readonly bodies: readonly (readonly string[])[];
  readonly needsCredential: boolean;
  readonly codes: ReadonlySet<string>;
  readonly name: string;
  readonly operation: Json;
}

export async function listEndpoints(world: World): Promise<Endpoint[]> {
  const { body: document } = await world.get('/openapi.json');
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => {
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path,
        hasBody: schema !== undefined,
        bodies: schema ? listBodies(resolve(document, schema), document) : [],
        needsCredential: isSecured(operation.security ?? document.security ?? []),
        codes: listCodes(operation.responses),
        name: `${method.toUpperCase()} ${path}`,
        operation,
      };
    }),
  );
}

const listCodes = (responses: Json) =>
  new Set([...JSON.stringify(responses).matchAll(/- `(\w+)`:/g)].map(([, code = '']) => code));

/** An empty alternative means that the credential is optional. */
function isSecured(security: readonly object[]): boolean {
  return security.length > 0 && security.every((each) => Object.keys(each).length > 0);
}

function resolve(document: Json, schema: Json): Json {
  const path: string[] | undefined = schema.$ref?.slice(2).split('/');
  return path ? path.reduce((inside, name) => inside[name], document) : schema;
}

function listBodies(schema: Json, document: Json): string[][] {
  const choices: Json[] = schema.oneOf ?? schema.anyOf ?? [schema];
  return choices.map((choice) => Object.keys(resolve(document, choice).properties ?? {}));
}

/** A valid body; `index` chooses among the valid values of each field. */
export const rightBody = (fields: readonly string[], facts: Facts, index = 0) =>
  Object.fromEntries(
    fields.map((field) => {
      const values = rightValues(field, facts);
      return [field, values[index % values.length]];
    }),
  );

/** Valid values for every field of a body; add new fields here. */
export function rightValues(field: string, facts: Facts): readonly unknown[] {
  const known: Record<string, readonly unknown[]> = {
    question: ['Is anybody there?'],
    tokenAddress: [null],
    outcomes: [['Yes', 'No']],
    expireAt: [facts.later],
    bettingClosesAt: [facts.later],
    expiresAt: [facts.later],
    currency: ['SOL'],
    condition: [{ type: 'attested' }],
    attestation: [{ silence: 'refund' }],
    initialStake: [{ outcome: 'Yes', amount: 0.001 }, { Yes: 0.001, No: 0.001 }, 0.001],
    id: [1],
    status: ['open'],
    createdAt: [facts.later],
    totalVolume: [0],
    bettingOpen: [true],
    creator: [null],
    feePercentage: [{ burn: 0.05, developer: 0.05 }],
    details: [null],
    outcome: ['Yes'],
    amount: [0.001],
    minPayoutRatio: [1],
    wallet: [facts.wallet],
    allowance: [{ SOL: 0.001, expiresAt: facts.later }],
    feePayer: ['relayer', 'wallet'],
    transactionVersion: [0],
    transaction: ['AAAA'],
    actions: ACTIONS.map((action) => [
      'expiresAt' in action ? { ...action, expiresAt: facts.later } : action,
    ]),
    message: ['AAAA'],
    signature: ['5'.repeat(88)],
    url: ['https://127.0.0.1/'],
    types: [['bet.confirmed']],
    markets: [[`market_${facts.wallet}`]],
    ownWallet: [true],
    evidence: ['Somebody said so.'],
    reason: ['It is spam.'],
    name: ['hostile'],
    scopes: [['read']],
    advanceSeconds: [1],
    cadence: ['1h'],
    opensBeforeStart: [3_600],
    closesAfterStart: [0],
  };
  const values = known[field];
  if (!values) throw new Error(`teach service/test/hostile/endpoints.ts about ${field}`);
  return values;
}

const ACTIONS: readonly Record<string, unknown>[] = [
  { type: 'autoWithdraw', enabled: true },
  { type: 'open', slots: 3 },
  { type: 'grow', slots: 3 },
  { type: 'deposit', currency: 'SOL', amount: 0.1 },
  { type: 'withdraw', currency: 'UTILITY', amount: 0.1 },
  { type: 'delegate', delegate: null, expiresAt: 'later', allowance: { SOL: 1, UTILITY: 1 } },
];

export interface Facts {
  /** In an hour. */
  readonly later: string;
  readonly wallet: string;
}
