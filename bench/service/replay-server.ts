// A node with a long history of our program. The beginning is real: markets, wallets and one bet in
// each market, landed on the embedded chain. The rest repeats these bets, each with a signature,
// number and pools of its own, made when it is asked for. So the node answers as quickly as it can.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeBase58Exactly, encodeBase58 } from '@tote/chain/lib/base58';
import { readWire } from '@tote/chain/wire';
import { openPlatform } from '../../service/src/embedded/platform.ts';
import { startService } from '../../service/src/service.ts';
import { readConfig } from '../../service/src/settings/config.ts';
import { createBenchMarket, openBenchWallets } from './set-up.ts';

const MARKETS = 32;
const PER_SLOT = 50n;
const SIGNATURE_BYTES = 64;
/** In `place_bets`, of its first bet. */
const BET_ID_AT = 24;
/** In the event. */
const [SEQUENCE_AT, POOL_AT] = [40, 48];
/** The tag of the instruction and of its event. */
const PLACE_BETS = 9;
const MARK = 0xb0;
const PAGE_MAX = 1_000;
const EVENT = 'Program data: ';

const total = Number(process.env.BENCH_TRANSACTIONS);
const env = { ...process.env, TOTE_PORT: '0', TOTE_RPC_PORT: '0', TOTE_LOG_LEVEL: 'error' };
const config = readConfig(env, process.cwd());

interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface Reply {
  readonly slot: bigint;
  readonly blockTime: bigint;
  readonly transaction: [string, string];
  readonly meta: { logMessages: string[] };
}

await placeFirstBets();
const { chain, localnet } = await openPlatform(config, () => Date.now());
const real = (await listReal()).reverse();
const replies = new Map<string, Reply>();
for (const { signature } of real)
  replies.set(
    signature,
    (await ask('getTransaction', [
      signature,
      { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1 },
    ])) as Reply,
  );
const templates = [...replies.values()].flatMap(makeTemplate);
if (templates.length !== MARKETS) throw new Error(`${templates.length} bets were placed`);
const last = replies.get(real.at(-1)?.signature ?? '') as Reply;
const generated = Math.max(0, total - real.length);

async function placeFirstBets(): Promise<void> {
  const service = await startService(config);
  const wallets = await openBenchWallets(service.baseUrl, MARKETS);
  for (const [index, { apiKey }] of wallets.entries()) {
    const id = await createBenchMarket(service.baseUrl, apiKey, `Does it rain on day ${index}?`);
    const response = await fetch(`${service.baseUrl}/markets/${id}/bets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ outcome: 'Yes', amount: '0.001' }),
    });
    if (response.status !== 201) throw new Error(await response.text());
  }
  await service.close();
}

async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const payload = { jsonrpc: '2.0', id: 1, method, params };
  const reply = (await localnet?.rpcTransport({ payload })) as { result: unknown };
  return reply.result;
}

type Listed = { readonly signature: string; readonly slot: bigint };

async function listReal(): Promise<Listed[]> {
  const { rpc, programAddress } = chain;
  return (await rpc.getSignaturesForAddress(programAddress, { limit: PAGE_MAX }).send()).map(
    ({ signature, slot }) => ({ signature, slot }),
  );
}

/** Bytes and places of what is changed in a copy of a bet. */
function makeTemplate(reply: Reply) {
  const at = reply.meta.logMessages.findIndex((line) => line.startsWith(EVENT));
  const event = Buffer.from(reply.meta.logMessages[at]?.slice(EVENT.length) ?? '', 'base64');
  if (event[0] !== PLACE_BETS) return [];
  const wire = Buffer.from(reply.transaction[0], 'base64');
  const market = event.subarray(8, 40);
  const instruction = readWire(wire).instructions.find((one) => one.data[0] === PLACE_BETS);
  if (!instruction || !wire.includes(market)) throw new Error('the bet was not found');
  const data = instruction.data.byteOffset - wire.byteOffset;
  const sequence = event.readBigUInt64LE(SEQUENCE_AT);
  const pool = event.readBigUInt64LE(POOL_AT);
  const betId = wire.readUInt32LE(data + BET_ID_AT);
  return [{ reply, at, event, wire, data, sequence, pool, betId }];
}

function signatureBytes(index: number): Buffer {
  const bytes = createHash('sha512').update(`bet ${index}`).digest();
  bytes[0] = MARK;
  bytes.writeUInt32BE(index, 1);
  return bytes;
}

const slotOf = (index: number) => last.slot + 1n + BigInt(index) / PER_SLOT;

/** The number of a copy; undefined for a real transaction. */
function indexOf(signature: string): number | undefined {
  const bytes = decodeBase58Exactly(signature, SIGNATURE_BYTES);
  if (bytes?.[0] !== MARK || replies.has(signature)) return undefined;
  return Buffer.from(bytes).readUInt32BE(1);
}

function makeReply(index: number): object {
  const template = templates[index % MARKETS];
  if (!template) throw new Error('there is no bet to copy');
  const round = BigInt(Math.floor(index / MARKETS) + 1);
  const wire = Buffer.from(template.wire);
  const isFirst = wire[0] === 1;
  wire.set(signatureBytes(index), isFirst ? 1 : wire.length - SIGNATURE_BYTES);
  wire.writeUInt32LE(template.betId + Number(round), template.data + BET_ID_AT);
  const event = Buffer.from(template.event);
  event.writeBigUInt64LE(template.sequence + round, SEQUENCE_AT);
  event.writeBigUInt64LE(template.pool + round * 1_000_000n, POOL_AT);
  const logMessages = [...template.reply.meta.logMessages];
  logMessages[template.at] = `${EVENT}${event.toString('base64')}`;
  return {
    ...template.reply,
    slot: slotOf(index),
    blockTime: last.blockTime + BigInt(index) / (PER_SLOT * 2n),
    transaction: [wire.toString('base64'), 'base64'],
    meta: { ...template.reply.meta, logMessages, returnData: null },
  };
}

/** By its place in the whole history. */
function entryAt(place: number): Listed {
  const entry = real[place];
  if (entry) return entry;
  const index = place - real.length;
  return { signature: encodeBase58(signatureBytes(index)), slot: slotOf(index) };
}

function placeOf(signature: unknown): number | undefined {
  if (typeof signature !== 'string') return undefined;
  const index = indexOf(signature);
  if (index !== undefined) return real.length + index;
  const place = real.findIndex((one) => one.signature === signature);
  return place < 0 ? undefined : place;
}

function listSignatures(settings: { before?: string; until?: string; limit?: unknown }): object[] {
  const before = placeOf(settings.before) ?? real.length + generated;
  const until = placeOf(settings.until) ?? -1;
  const limit = Number(settings.limit ?? PAGE_MAX);
  const page: object[] = [];
  for (let place = before - 1; place > until && page.length < limit; place -= 1) {
    const { signature, slot } = entryAt(place);
    page.push({ ...{ signature, slot, err: null, memo: null, blockTime: null }, ...FINAL });
  }
  return page;
}

const FINAL = { confirmationStatus: 'finalized' };

async function answer({ method, params }: Call): Promise<unknown> {
  const [first, second] = params;
  if (method === 'getTransaction') {
    const index = indexOf(first as string);
    return index === undefined ? (replies.get(first as string) ?? null) : makeReply(index);
  }
  if (method === 'getSignaturesForAddress' && first === chain.programAddress) {
    return listSignatures((second ?? {}) as { limit?: number });
  }
  if (method === 'getSignatureStatuses') {
    const value = (first as string[]).map((one) =>
      placeOf(one) === undefined
        ? null
        : { slot: last.slot, confirmations: null, err: null, status: { Ok: null }, ...FINAL },
    );
    return { context: { slot: last.slot }, value };
  }
  return ask(method, params);
}

const toJson = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one));

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const server = createServer(async (request, response) => {
  const call = JSON.parse(await readBody(request)) as Call;
  const result = await answer(call);
  response.setHeader('content-type', 'application/json');
  response.end(toJson({ jsonrpc: '2.0', id: call.id, result }));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
