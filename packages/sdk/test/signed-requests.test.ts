// Requests that a wallet signs, and the chain and service that it signs for.
import { createKey, type Key } from '@tote/chain/key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../../../service/test/support/world.ts';
import { createTote, type Signer, type ToteError, type ToteOptions } from '../src/index.ts';
import { startWrongServer } from './support/server.ts';

let world: World;
let key: Key;
let prompts = 0;
beforeAll(async () => {
  world = await World.start();
  key = await createKey();
});
afterAll(() => world.close());

const signer = (): Signer => ({
  address: key.address,
  async signMessage(message) {
    prompts += 1;
    return key.sign(message);
  },
  signTransaction: async () => {
    throw new Error('nobody asked for that');
  },
});

const connect = (options: Partial<ToteOptions> = {}) =>
  createTote({ url: world.service.baseUrl, credential: { signer: signer() }, ...options });

const codeOf = (call: Promise<unknown>) => call.catch((error: ToteError) => error.code);

test('a wallet signs what needs a credential, and nothing else', async () => {
  const tote = connect();
  prompts = 0;
  await tote.listMarkets();
  await tote.prepareAccountTransaction({ wallet: key.address, actions: [{ type: 'open' }] });
  expect(prompts).toBe(0);
  expect((await tote.getAccount()).wallet).toBe(key.address);
  const { key: apiKey } = await tote.createApiKey({ name: 'a "quoted" name', scopes: ['read'] });
  expect(prompts).toBe(2);
  const account = await connect({ credential: { apiKey, signer: signer() } }).getAccount();
  expect([account.wallet, prompts]).toEqual([key.address, 2]);
});

test('the query is part of what is signed', async () => {
  expect(await codeOf(connect().listAttestations({ limit: 5, status: 'waiting' }))).toEqual([]);
});

test('a retry of a POST is not signed again', async () => {
  prompts = 0;
  let tries = 0;
  const fetchTwice: ToteOptions['fetch'] = async (url, init) => {
    const response = await fetch(url, init);
    if (init.method !== 'POST') return response;
    tries += 1;
    // The answer to the first one is lost.
    if (tries === 1) throw new TypeError('the connection was reset');
    return response;
  };
  const tote = connect({ fetch: fetchTwice });
  const made = await tote.createApiKey({ name: 'once', scopes: ['read'] });
  expect([tries, prompts]).toEqual([2, 1]);
  const named = (await tote.listApiKeys()).filter(({ name }) => name === 'once');
  expect(named.map(({ id }) => id)).toEqual([made.id]);
});

test('a wallet that refuses is an error of its own', async () => {
  const refusing = { ...signer(), signMessage: () => Promise.reject(new Error('User rejected')) };
  expect(await codeOf(connect({ credential: { signer: refusing } }).getAccount())).toBe(
    'signing_failed',
  );
});

test('nothing is signed for a service that calls itself otherwise', async () => {
  prompts = 0;
  const { baseUrl } = world.service;
  const proxy = await startWrongServer(async ({ path, headers }, response) => {
    const answer = await fetch(baseUrl.replace('/v1', '') + path, { headers: { accept: '*/*' } });
    expect(headers['x-signature']).toBeUndefined();
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  expect(await codeOf(connect({ url: proxy.url }).getAccount())).toBe('other_service');
  expect(prompts).toBe(0);
  const origin = new URL(baseUrl).origin;
  const renamed = connect({ url: baseUrl.replace('127.0.0.1', 'localhost'), origin });
  expect((await renamed.getAccount()).wallet).toBe(key.address);
});

test('with an own node or a known genesis hash, another chain is refused before anything', async () => {
  const { genesisHash, program } = await connect().getConfig();
  const good = connect({ rpc: world.demo.rpcUrl, genesisHash, program });
  expect(await good.listMarkets()).toEqual([]);
  const other = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
  expect(await codeOf(connect({ genesisHash: other }).listMarkets())).toBe('other_chain');
  expect(await codeOf(connect({ rpc: world.demo.rpcUrl, genesisHash: other }).listMarkets())).toBe(
    'other_chain',
  );
  expect(await codeOf(connect({ program: other }).getConfig())).toBe('other_chain');
  let answer: object = { result: other };
  const node = await startWrongServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
  });
  expect(await codeOf(connect({ rpc: node.url }).listMarkets())).toBe('other_chain');
  answer = { error: { code: 429, message: 'Too many requests' } };
  await expect(connect({ rpc: node.url }).listMarkets()).rejects.toMatchObject({
    code: 'network_failed',
    message: 'The node at rpc: Too many requests.',
  });
  await node.close();
  expect(await codeOf(connect({ rpc: node.url }).listMarkets())).toBe('network_failed');
});

test('a node at rpc is not awaited for ever', async () => {
  let limit: unknown;
  const silent: ToteOptions['fetch'] = async (url, init) => {
    if (url !== 'http://silent') return fetch(url, init);
    limit = init?.signal;
    throw new Error('nobody is there');
  };
  const asked = connect({ rpc: 'http://silent', fetch: silent }).listMarkets();
  expect(await codeOf(asked)).toBe('network_failed');
  expect(limit).toBeInstanceOf(AbortSignal);
});

test('a service that changes its chain is noticed', async () => {
  let isOther = false;
  const changed: ToteOptions['fetch'] = async (url, init) => {
    const response = await fetch(url, init);
    const text = await response.text();
    const { genesisHash } = JSON.parse(text);
    return new Response(isOther ? text.replace(genesisHash, 'another') : text, response);
  };
  const tote = connect({ fetch: changed });
  await tote.getConfig();
  isOther = true;
  expect(await codeOf(tote.getConfig())).toBe('other_chain');
});
