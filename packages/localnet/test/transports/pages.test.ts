// Which web pages may use airdrops, over HTTP and over WebSocket.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Address, generateKeyPairSigner } from '@solana/kit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Localnet, LocalnetOptions } from '../../src/index.ts';
import { makeDir, startServed } from '../support/localnet.ts';

type Headers = Record<string, string>;
type Send = (url: string, body: unknown, headers: Headers) => Promise<unknown>;

/** `fetch` sets `Host` itself. */
async function sendOverHttp(url: string, body: unknown, headers: Headers): Promise<unknown> {
  const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  const sent = request(url, options).end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return JSON.parse(await text(response));
}

async function sendOverWebSocket(url: string, body: unknown, headers: Headers): Promise<unknown> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify(body));
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}

const TRANSPORTS: [string, Send][] = [
  ['HTTP', sendOverHttp],
  ['WebSocket', sendOverWebSocket],
];

const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params });
const newAddress = async () => (await generateKeyPairSigner()).address;

async function start(options: LocalnetOptions = {}) {
  const served = await startServed(options);
  return { ...served, to: await newAddress() };
}

async function balanceOf({ rpc }: Localnet, address: Address): Promise<bigint> {
  return (await rpc.getBalance(address, { commitment: 'processed' }).send()).value;
}

/** What a page elsewhere sends, and what is named in the refusal. */
const FOREIGN: [string, Headers, string][] = [
  ['of another origin', { origin: 'https://evil.example' }, 'https://evil.example'],
  ['from a file', { origin: 'null' }, 'Serve it on localhost'],
  [
    'whose name was pointed here',
    { origin: 'http://evil.example:8899', host: 'evil.example:8899' },
    '"evil.example:8899"',
  ],
  ['of this machine by another name', { host: 'evil.example' }, '"evil.example"'],
];

describe.each(TRANSPORTS)('over %s', (_, send) => {
  test.each(FOREIGN)('a page %s gets no airdrop', async (_, headers, named) => {
    const { localnet, url, to } = await start();
    const airdrop = call('requestAirdrop', to, 5_000_000);
    const error = { code: -32600, message: expect.stringContaining(named) };
    const health = call('getHealth');
    expect(await send(url, airdrop, headers)).toMatchObject({ id: 1, error });
    const both = [{ result: 'ok' }, { error }];
    expect(await send(url, [health, airdrop], headers)).toMatchObject(both);
    expect(await balanceOf(localnet, to)).toBe(0n);
  });

  test.each(FOREIGN)('a page %s may read and send transactions', async (_, headers) => {
    const { localnet, url } = await start();
    const { faucetAddress } = localnet;
    const balance = await send(url, call('getBalance', faucetAddress), headers);
    expect(balance).toHaveProperty('result.value');
    const sent = await send(url, call('sendTransaction', 'AA=='), headers);
    expect(sent).toMatchObject({ error: { code: -32602 } });
  });

  test.each<[string, Headers]>([
    ['a program without Origin', {}],
    ['a page of localhost', { origin: 'http://localhost:5173' }],
    ['a page of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['a page that is allowed', { origin: 'https://app.example' }],
    ['whoever uses an allowed name', { host: 'app.example' }],
  ])('%s gets an airdrop', async (_, headers) => {
    const http = { port: 0, allowedOrigins: ['https://app.example'] };
    const { localnet, url, to } = await start({ http });
    expect(await send(url, call('requestAirdrop', to, 5_000_000), headers)).toHaveProperty(
      'result',
    );
    expect(await balanceOf(localnet, to)).toBe(5_000_000n);
  });
});

test('a chain in its own thread refuses foreign pages too', async () => {
  const { localnet, url, to } = await start({ dir: makeDir() });
  for (const [, send] of TRANSPORTS) {
    const headers = { origin: 'https://evil.example' };
    const answer = await send(url, call('requestAirdrop', to, 5_000_000), headers);
    expect(answer).toMatchObject({ error: { code: -32600 } });
  }
  expect(await balanceOf(localnet, to)).toBe(0n);
});
