import { expect, test } from 'vitest';
import { decodeBase64 } from '../../src/rpc/encodings.ts';
import type { JsonRpcResponse } from '../../src/rpc/json-rpc.ts';
import { METHODS } from '../../src/rpc/methods/index.ts';
import { startWorld, transfer } from './support.ts';

const KEY = '11111111111111111111111111111111';
const SIGNATURE = '1'.repeat(64);

const call = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 7, method, params });

const CORPUS: [request: unknown, code: number, message: string][] = [
  [undefined, -32600, 'Invalid request'],
  [null, -32600, 'Invalid request'],
  [1, -32600, 'Invalid request'],
  ['getSlot', -32600, 'Invalid request'],
  [[], -32600, 'Invalid request'],
  [{}, -32600, 'Invalid request'],
  [{ jsonrpc: '2.0', method: 'getSlot' }, -32600, 'Invalid request'],
  [{ jsonrpc: '2.0', id: {}, method: 'getSlot' }, -32600, 'Invalid request'],
  [{ jsonrpc: '1.0', id: 1, method: 'getSlot' }, -32600, 'Invalid request'],
  [{ jsonrpc: 2, id: 1, method: 'getSlot' }, -32600, 'Invalid request'],
  [{ id: 1, method: 'getSlot' }, -32600, 'Unsupported JSON-RPC protocol version'],
  [{ jsonrpc: '2.0', id: 1 }, -32600, 'Invalid request'],
  [{ jsonrpc: '2.0', id: 1, method: 5 }, -32600, 'Invalid request'],
  [{ jsonrpc: '2.0', id: 1, method: 'getSlot', params: 'x' }, -32600, 'Invalid request'],
  [{ jsonrpc: '2.0', id: 1, method: 'getSlot', params: 5 }, -32600, 'Invalid request'],
  [{ jsonrpc: '2.0', id: 1, method: 'getSlot', params: {} }, -32602, 'should be an array'],
  [call('getBlock', 1), -32601, 'Method not found'],
  [call('__proto__'), -32601, 'Method not found'],
  [call('constructor'), -32601, 'Method not found'],
  [call('toString'), -32601, 'Method not found'],
  [call('tote_setAccount'), -32601, 'Method not found'],
  [call(''), -32601, 'Method not found'],
  [call('getBalance'), -32602, '`params` should have at least 1 argument(s)'],
  [call('getBalance', KEY, {}, 1), -32602, 'Expected from 1 to 2 parameters.'],
  [call('getHealth', 1), -32602, 'No parameters were expected'],
  [call('getBalance', 1), -32602, 'Invalid params: invalid type: integer `1`, expected a string.'],
  [call('getBalance', null), -32602, 'invalid type: null, expected a string'],
  [call('getBalance', [KEY]), -32602, 'invalid type: sequence, expected a string'],
  [call('getBalance', KEY, 'confirmed'), -32602, 'invalid type: string "confirmed"'],
  [call('getBalance', KEY, []), -32602, 'invalid type: sequence'],
  [call('getBalance', 'x'), -32602, 'Invalid param: WrongSize'],
  [call('getBalance', '0'.repeat(32)), -32602, 'Invalid param: Invalid'],
  [call('getBalance', 'z'.repeat(100_000)), -32602, 'Invalid param: WrongSize'],
  [call('getBalance', SIGNATURE), -32602, 'Invalid param: WrongSize'],
  [call('getMultipleAccounts', KEY), -32602, 'invalid type: string'],
  [call('getMultipleAccounts', [1]), -32602, 'invalid type: integer `1`'],
  [call('getSlot', 5), -32602, 'invalid type: integer `5`'],
  [call('getSlot', { commitment: 'final' }), -32602, 'unknown variant `final`'],
  [call('getSlot', { commitment: 5 }), -32602, 'invalid type: integer `5`'],
  [call('getBlockTime', -1), -32602, 'invalid value: integer `-1`, expected u64'],
  [call('getBlockTime', -1n), -32602, 'invalid value: integer `-1`, expected u64'],
  [call('getBlockTime', 1.5), -32602, 'invalid type: floating point `1.5`, expected u64'],
  [call('getBlockTime', 1e300), -32602, 'invalid type: floating point'],
  [call('getBlockTime', Number.NaN), -32602, 'invalid type: floating point'],
  [call('getBlockTime', 10n ** 40n), -32602, 'invalid type: floating point'],
  [call('getBlockTime', '1'), -32602, 'invalid type: string "1", expected u64'],
  [call('getBlockTime', 2n ** 64n - 1n), -32004, 'Block not available for slot'],
  [call('getBlockTime', 0), -32007, 'Slot 0 was skipped'],
  [call('getSlot', { minContextSlot: 2n ** 63n }), -32016, 'Minimum context slot'],
  [call('getBalance', KEY, { minContextSlot: 99 }), -32016, 'Minimum context slot'],
  [call('getMinimumBalanceForRentExemption', -5), -32602, 'expected u64'],
  [call('requestAirdrop', KEY, '1'), -32602, 'expected u64'],
  [call('getAccountInfo', KEY, { encoding: 'hex' }), -32602, 'unknown variant `hex`'],
  [call('getAccountInfo', KEY, { encoding: 5 }), -32602, 'invalid type: integer `5`'],
  [call('getAccountInfo', KEY, { dataSlice: { offset: -1, length: 1 } }), -32602, 'expected u64'],
  [call('getAccountInfo', KEY, { dataSlice: 5 }), -32602, 'invalid type'],
  [call('getProgramAccounts', KEY, { filters: {} }), -32602, 'expected a sequence'],
  [call('getProgramAccounts', KEY, { filters: [5] }), -32602, 'invalid type: integer `5`'],
  [call('getProgramAccounts', KEY, { filters: [{ x: 1 }] }), -32602, 'unknown variant `x`'],
  [call('getProgramAccounts', KEY, { filters: [{}] }), -32602, 'single key'],
  [memcmp({ bytes: '1' }), -32602, 'missing field `offset`'],
  [memcmp({ offset: 0 }), -32602, 'missing field `bytes`'],
  [memcmp({ offset: 0, bytes: '0' }), -32602, 'Invalid param: Base58DecodeError'],
  [memcmp({ offset: 0, bytes: 'z'.repeat(176) }), -32602, 'Invalid param: DataTooLarge'],
  [memcmp({ offset: 0, bytes: '!', encoding: 'base64' }), -32602, 'Base64DecodeError'],
  [memcmp({ offset: 0, bytes: '1', encoding: 'hex' }), -32602, 'unknown variant `hex`'],
  [memcmp({ offset: 0, bytes: Array(129).fill(1) }), -32602, 'Invalid param: DataTooLarge'],
  [memcmp({ offset: 0, bytes: [256] }), -32602, 'did not match any variant'],
  [call('sendTransaction', 5), -32602, 'invalid type: integer `5`'],
  [call('sendTransaction', '0'), -32602, 'invalid base58 encoding'],
  [call('sendTransaction', ''), -32602, 'failed to deserialize'],
  [send('!'), -32602, 'invalid base64 encoding'],
  [send('AAAA'), -32602, 'failed to deserialize'],
  [send('gQAA'), -32602, 'failed to deserialize'],
  [send(Buffer.alloc(1_233).toString('base64')), -32602, 'max: 1232 bytes'],
  [send(Buffer.alloc(1_236).toString('base64')), -32602, '(max: encoded/raw 1644/1232)'],
  [send(Buffer.alloc(5_000, 0x81).toString('base64')), -32602, '(max: encoded/raw 5464/4096)'],
  [call('sendTransaction', '1'.repeat(1_684)), -32602, '(max: encoded/raw 1683/1232)'],
  [call('sendTransaction', '1'.repeat(1_233)), -32602, 'max: 1232 bytes'],
  [call('sendTransaction', 'AAAA', { encoding: 'json' }), -32602, 'unsupported encoding: json'],
  [call('sendTransaction', 'AAAA', { encoding: 'x' }), -32602, 'unknown variant `x`'],
  [call('sendTransaction', 'AAAA', { skipPreflight: 1 }), -32602, 'expected a boolean'],
  [call('sendTransaction', 'AAAA', { preflightCommitment: 'x' }), -32602, 'unknown variant `x`'],
  [call('simulateTransaction', 'AAAA', { encoding: 'base64' }), -32602, 'failed to deserialize'],
  [call('getFeeForMessage', '!'), -32602, 'invalid base64 encoding'],
  [call('getFeeForMessage', 'AAAA'), -32602, 'failed to deserialize'],
  [call('getSignatureStatuses', SIGNATURE), -32602, 'expected a sequence'],
  [call('getSignatureStatuses', ['x']), -32602, 'Invalid param: WrongSize'],
  [call('getSignatureStatuses', Array(257).fill(SIGNATURE)), -32602, 'max 256'],
  [call('getSignatureStatuses', [SIGNATURE], {}), -32602, 'missing field'],
  [call('getSignaturesForAddress', KEY, { limit: 0 }), -32602, 'Invalid limit; max 1000'],
  [call('getSignaturesForAddress', KEY, { limit: 1_001 }), -32602, 'Invalid limit; max 1000'],
  [call('getSignaturesForAddress', KEY, { before: 'x' }), -32602, 'Invalid param: WrongSize'],
  [call('getSignaturesForAddress', KEY, { before: SIGNATURE }), -32020, 'not found'],
  [call('getSignaturesForAddress', KEY, { commitment: 'processed' }), -32602, 'below `confirmed`'],
  [call('getTransaction', SIGNATURE, { commitment: 'processed' }), -32602, 'below `confirmed`'],
  [call('getTransaction', SIGNATURE, { encoding: 'x' }), -32602, 'unknown variant `x`'],
  [call('getTransaction', SIGNATURE, 'x'), -32602, 'unknown variant `x`'],
  [call('isBlockhashValid', 'x'), -32602, 'WrongSize'],
  [call('getRecentPrioritizationFees', Array(129).fill(KEY)), -32602, 'max 128'],
];

function memcmp(filter: object) {
  return call('getProgramAccounts', KEY, { filters: [{ memcmp: filter }] });
}

function send(data: string) {
  return call('sendTransaction', data, { encoding: 'base64' });
}

test('each malformed request gets its error, and the server keeps running', async () => {
  const { server } = await startWorld();
  for (const [request, code, message] of CORPUS) {
    const response = await server.handle(request);
    expect(response).toMatchObject({ jsonrpc: '2.0', error: { code } });
    expect('error' in response && response.error.message).toContain(message);
    expect(await server.handle(call('getHealth'))).toEqual({ jsonrpc: '2.0', id: 7, result: 'ok' });
  }
});

test('a response has the id of its request, of any type', async () => {
  const { server } = await startWorld();
  for (const id of [0, 1, -1, 'a', '', null, 2n ** 64n]) {
    for (const method of ['getHealth', 'nothing']) {
      expect(await server.handle({ jsonrpc: '2.0', id, method })).toMatchObject({ id });
    }
  }
  const bad: JsonRpcResponse = await server.handle({ jsonrpc: '2.0', id: 5, method: 5 });
  expect(bad).toMatchObject({ id: 5 });
});

test('a transaction truncated or changed at any byte gets a response', async () => {
  const { server, payer, sign } = await startWorld();
  const { bytes } = await sign([transfer(payer, payer.address, 1n)]);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 0xff;
    for (const broken of [bytes.subarray(0, at), changed]) {
      const settings = { encoding: 'base64', replaceRecentBlockhash: true };
      const data = broken.toString('base64');
      for (const method of ['sendTransaction', 'simulateTransaction']) {
        const response = await server.handle(call(method, data, settings));
        expect('result' in response || response.error.code !== -32603).toBe(true);
      }
    }
  }
});

test('base64 is accepted in its canonical form only', () => {
  expect(decodeBase64('AQID')).toEqual(Buffer.from([1, 2, 3]));
  expect(decodeBase64('')).toEqual(Buffer.alloc(0));
  for (const text of ['AQI', 'AQ=D', 'A QI', 'AQ\nI', '-_-_', '====', 'AQI!', 'é===']) {
    expect([text, decodeBase64(text)]).toEqual([text, undefined]);
  }
});

test('there are these methods: anybody can call what their modules export', () => {
  expect(Object.keys(METHODS).sort()).toEqual([
    ...['getAccountInfo', 'getBalance', 'getBlockHeight', 'getBlockTime', 'getClockOffset'],
    ...['getEpochInfo', 'getFeeForMessage', 'getFirstAvailableBlock', 'getGenesisHash'],
    ...['getHealth', 'getLatestBlockhash', 'getMinimumBalanceForRentExemption'],
    ...['getMultipleAccounts', 'getProgramAccounts', 'getRecentPrioritizationFees'],
    ...['getSignatureStatuses', 'getSignaturesForAddress', 'getSlot', 'getTokenAccountBalance'],
    ...['getTokenAccountsByOwner', 'getTokenSupply', 'getTransaction', 'getVersion'],
    ...['isBlockhashValid', 'landTransaction', 'requestAirdrop', 'sendTransaction'],
    'simulateTransaction',
  ]);
});
