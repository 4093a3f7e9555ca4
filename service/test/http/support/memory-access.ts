// What the fake service answers about signing in and webhooks.
import { DomainError, SCOPES, type Scope, unixSeconds } from '@tote/domain';
import type { Authenticator, Caller } from '../../../src/auth/caller.ts';
import type { SignInInput } from '../../../src/auth/sign-in.ts';
import type { AccessCommands, Idempotency, Webhook } from '../../../src/use-cases/access.ts';
import { ALICE, BOB } from './memory-config.ts';

const NOW = unixSeconds(1_800_000_000);

export const SIGN_IN: SignInInput = {
  ...{ domain: 'tote.example', statement: 'Sign in.', uri: 'https://tote.example' },
  ...{ version: '1', chainId: 'solana:localnet', nonce: '0'.repeat(60) },
  issuedAt: '2027-01-15T08:00:00.000Z',
  expirationTime: '2027-01-15T08:05:00.000Z',
  resources: ['urn:tote:scope:read'],
};

export const WEBHOOK: Webhook = {
  ...{ id: `whk_${'a'.repeat(16)}`, wallet: ALICE, url: 'https://receiver.example/' },
  ...{
    types: null,
    markets: null,
    isOwnWallet: true,
    isAnswered: true,
    generation: 1,
    secretHash: '00',
  },
  ...{ previousUntil: null, createdAt: NOW, endedAt: null, endReason: null, lastEventId: 7n },
  ...{ failures: 0, failingSinceMs: null, nextTryMs: null, deliveries: [] },
};

type Recorder = (
  name: string,
  caller: Caller | null,
  input: unknown,
  idempotency: Idempotency | undefined,
) => void;

export const webhookCommands = (
  record: Recorder,
): Pick<AccessCommands, 'createWebhook' | 'rotateWebhookSecret' | 'deleteWebhook'> => ({
  createWebhook: async (caller, input, idempotency) => {
    record('createWebhook', caller, input, idempotency);
    return { webhook: WEBHOOK, secret: 'whsec_secret' };
  },
  rotateWebhookSecret: async (caller, id, idempotency) => {
    record('rotateWebhookSecret', caller, id, idempotency);
    return { webhook: WEBHOOK, secret: 'whsec_secret' };
  },
  deleteWebhook: async (caller, id) => {
    record('deleteWebhook', caller, id, undefined);
    return WEBHOOK;
  },
});

/** `Bearer <name>` or `Bearer <name>:<scope>`; everything else is wrong. */
export const authenticator: Authenticator = {
  async authenticate({ headers }) {
    if (headers.authorization === undefined && headers['x-wallet'] === undefined) return null;
    const [, name, scope] =
      /^Bearer (alice|bob)(?::(\w+))?$/.exec(`${headers.authorization}`) ?? [];
    if (name === undefined) throw new DomainError('credential_invalid');
    const scopes = new Set<Scope>(scope === undefined ? SCOPES : [scope as Scope]);
    return { wallet: name === 'alice' ? ALICE : BOB, scopes };
  },
};
