import { execFile } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getBase58Encoder } from '@solana/kit';
import { keyFromBytes } from '@tote/chain/key';
import { describe, expect, test } from 'vitest';
import { openEnvironment } from '../faults/support/environment.ts';
import { ServiceProcess } from '../faults/support/service-process.ts';
import { useWorld } from '../support/use-world.ts';
import { expectRefusal } from './support/refusal.ts';

const PATH = '/sandbox/wallets';
const MAX = 20;

describe('sandbox wallets', () => {
  const world = useWorld({ TOTE_TRUST_PROXY: '1', TOTE_RATE_LIMIT_IP: '0' });

  const from = (address: string, headers: Record<string, string> = {}) =>
    world.call('POST', PATH, { headers: { 'x-forwarded-for': address, ...headers } });

  test('make a wallet, bet: the second call is a bet in either currency', async () => {
    const made = await world.call('POST', PATH);
    expect(made.status, made.text).toBe(200);
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(made.body)).toEqual(['address', 'secretKey', 'apiKey']);
    const { address, secretKey } = made.body;
    const as = made.body;
    for (const currency of ['SOL', 'UTILITY']) {
      const path = `/markets/${await world.createMarket({ currency })}/bets`;
      const bet = await world.post(path, { outcome: 'Yes', amount: 1.5 }, { as });
      expect([bet.status, bet.body.amountStaked], bet.text).toEqual([201, 1.5]);
    }
    const account = (await world.get('/account', { as })).body;
    expect(account).toMatchObject({ wallet: address, balances: { SOL: 98.5, UTILITY: 99_998.5 } });
    // The secret key is the wallet's: it signs a bet of its own, paid from the wallet.
    const key = await keyFromBytes(getBase58Encoder().encode(secretKey) as Uint8Array);
    expect(key.address).toBe(address);
    const path = `/markets/${await world.createMarket()}/bets`;
    const order = { outcome: 'No', amount: 100, wallet: address };
    const prepared = await world.post(`${path}/prepare`, order);
    expect((await world.submit(key, prepared, path)).status).toBe(201);
  });

  test('the commands of the README place a bet', async () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const [, commands = ''] = /```sh\n(TOTE=.*?)```/s.exec(readme) ?? [];
    const script = commands.replace(/^TOTE=.*/, `TOTE=${world.service.baseUrl}`);
    const { stdout } = await promisify(execFile)('bash', ['-euc', script]);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'Yes', amountStaked: 1.5 });
  });

  test('a client that names the type of an empty body, or sends {}, gets a wallet too', async () => {
    const json = { 'content-type': 'application/json' };
    const send = (body?: string) => world.call('POST', PATH, { rawBody: body, headers: json });
    expect([(await send()).status, (await send('{}')).status]).toEqual([200, 200]);
    expectRefusal(await send('{'), 400, 'body_malformed');
  });

  test('an address gets 20 a day, also when it asks for all at once', async () => {
    const answers = await Promise.all(Array.from({ length: MAX + 5 }, () => from('203.0.113.5')));
    const made = answers.filter(({ status }) => status === 200);
    expect(new Set(made.map(({ body }) => body.address)).size).toBe(MAX);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const answer of refused) {
      expectRefusal(answer, 429, 'sandbox_wallets_too_many');
      expect(answer.body.error).toContain(`wait ${answer.headers.get('retry-after')} s`);
    }
    expectRefusal(await from('203.0.113.5'), 429, 'sandbox_wallets_too_many');
    expect((await from('203.0.113.6')).status, 'another address').toBe(200);
  });

  test('the addresses of an IPv6 network are one', async () => {
    for (let host = 1; host <= MAX; host += 1) {
      expect((await from(`2001:db8:1:2:${host}::1`)).status).toBe(200);
    }
    expectRefusal(await from('2001:db8:1:2:ffff::1'), 429, 'sandbox_wallets_too_many');
    expect((await from('2001:db8:1:3::1')).status).toBe(200);
  });

  test('pages of strangers get none', async () => {
    const foreign = await from('203.0.113.7', { origin: 'https://elsewhere.example' });
    expectRefusal(foreign, 403, 'origin_not_allowed');
  });

  test('no file and no log holds a key, and an Idempotency-Key makes no two calls one', async () => {
    await using place = await openEnvironment('an embedded chain');
    const { TOTE_DATA_DIR: dir = '' } = place.env;
    const logs = join(dir, 'service.log');
    const output = openSync(logs, 'w');
    const env = { ...place.env, TOTE_LOG_LEVEL: 'debug' };
    const service = await ServiceProcess.prepare({ output })(env);
    const made = [];
    for (const key of ['twice', 'twice', 'once']) {
      const headers = { 'idempotency-key': key };
      const { status, body } = await service.api.call('POST', PATH, { headers });
      expect(status).toBe(200);
      made.push(body);
    }
    expect(new Set(made.map(({ address }) => address)).size).toBe(3);
    const [{ address, apiKey }] = made;
    expect((await service.api.get('/account', { apiKey })).status).toBe(200);
    await service.stop();
    closeSync(output);
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(dir, name))
      .filter((file) => statSync(file).isFile());
    expect(readFileSync(logs, 'utf8')).toContain('Tote starts');
    const forms = made.flatMap(({ secretKey, apiKey: key }) => {
      const bytes = Buffer.from(getBase58Encoder().encode(secretKey)).subarray(0, 32);
      const texts = [secretKey, key, bytes.toString('hex'), bytes.toString('base64').slice(0, 42)];
      return [bytes, ...texts.map((text) => Buffer.from(text))];
    });
    for (const file of files) {
      const content = readFileSync(file);
      expect(
        forms.filter((form) => content.includes(form)),
        file,
      ).toEqual([]);
    }
    const known = files.filter((file) => readFileSync(file).includes(address));
    expect(known.join(), 'the search finds what is stored').toContain(join(dir, 'tote.db'));
  });
});
