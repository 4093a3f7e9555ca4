import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Authenticator } from '../../src/auth/caller.ts';
import { createAuthenticator } from '../../src/auth/create-authenticator.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { removeOutdated } from '../store/support/remove-outdated.ts';
import {
  type RequestVector,
  SERVICE,
  SIGNATURE_CASES,
  signedRequest,
  walletNamed,
} from './support/signing.ts';

let nowMs: number;
let store: Store;
let authenticator: Authenticator;
const wallMs = () => nowMs;

beforeEach(async () => {
  nowMs = Date.parse(SERVICE.now);
  store = await openStore();
  authenticator = createAuthenticator({ store, ...SERVICE, wallMs });
});

afterEach(() => store.close());

async function answerTo({ method, url, body, headers }: RequestVector): Promise<string> {
  try {
    const caller = await authenticator.authenticate({
      method,
      url,
      headers,
      rawBody: Buffer.from(body),
      keepsKey: true,
    });
    return caller?.wallet === headers['x-wallet'] ? 'accepted' : 'another wallet';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

test.each(SIGNATURE_CASES)('vectors/request-signatures.json: $name', async ({ requests }) => {
  const answers: string[] = [];
  for (const request of requests) answers.push(await answerTo(request));
  expect(answers).toEqual(requests.map(({ expected }) => expected));
});

describe('a wallet signature', () => {
  const alice = walletNamed('alice');

  test('has no key, and all scopes that its wallet may have', async () => {
    const scopesOf = async (wallet: typeof alice) => {
      const caller = await authenticator.authenticate(signedRequest(wallet));
      expect(caller?.apiKeyId).toBeUndefined();
      return [...(caller?.scopes ?? [])];
    };
    const common = ['read', 'bet', 'create', 'attest', 'manage'];
    expect(await scopesOf(alice)).toEqual(common);
    expect(await scopesOf(walletNamed('admin'))).toEqual([...common, 'operate']);
  });

  test('expires before its nonce is deleted', async () => {
    const request = signedRequest(alice);
    await authenticator.authenticate(request);
    for (const seconds of [60, 299, 300]) {
      nowMs = Date.parse(SERVICE.now) + seconds * 1_000;
      await removeOutdated(store, Math.floor(nowMs / 1_000));
      const refusal = { code: 'nonce_reused' };
      await expect(authenticator.authenticate(request)).rejects.toMatchObject(refusal);
    }
    nowMs += 1;
    const refusal = { code: 'signature_expired', status: 401 };
    await expect(authenticator.authenticate(request)).rejects.toMatchObject(refusal);
  });

  test('a repeated header is refused', async () => {
    const request = signedRequest(alice);
    const nonce = request.headers['x-nonce'] as string;
    const twice = { ...request, headers: { ...request.headers, 'x-nonce': [nonce, nonce] } };
    const refusal = { code: 'credential_invalid' };
    await expect(authenticator.authenticate(twice)).rejects.toMatchObject(refusal);
  });

  test('no response says which part was wrong', async () => {
    const wrong = SIGNATURE_CASES.flatMap(({ requests }) => requests).filter(
      ({ expected }) => expected === 'credential_invalid',
    );
    const messages = new Set<string>();
    for (const { method, url, headers, body } of wrong) {
      const request = { method, url, headers, rawBody: Buffer.from(body) };
      const error = await authenticator.authenticate(request).catch((thrown: Error) => thrown);
      messages.add((error as Error).message);
    }
    expect(messages.size).toBe(1);
  });
});
