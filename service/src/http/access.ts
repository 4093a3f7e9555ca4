// Authentication hooks. A credential may cover the body, so they run after the body is read. They
// run before it is validated, so that an unauthenticated caller learns nothing about its fields.

import type { IncomingHttpHeaders } from 'node:http';
import type { Address } from '@solana/kit';
import { DomainError, type Scope } from '@tote/domain';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Authenticator, Caller } from '../auth/caller.ts';
import type { RateLimiter } from './rate-limiter.ts';
import './request-fields.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** `preValidation` hooks. */
export interface Access {
  /** Requires a credential, with the scope if one is given. */
  required(scope?: Scope): Hook;
  /** Accepts requests without a credential; one that is sent must be valid. */
  readonly optional: Hook;
  /** Requires a credential unless the body is a transaction that the wallet signed. */
  requiredUnlessSigned(scope: Scope): Hook;
}

const EMPTY_BODY = new Uint8Array(0);

export function createAccess(authenticator: Authenticator, limiter: RateLimiter | null): Access {
  async function authenticate(request: FastifyRequest, scope: Scope | undefined): Promise<void> {
    const caller = await authenticator.authenticate({
      method: request.method,
      url: request.raw.url ?? '',
      headers: request.headers,
      rawBody: request.rawBody ?? EMPTY_BODY,
    });
    if (caller === null) throw new DomainError('credential_missing');
    const seconds = limiter === null ? null : await limiter.take(`wallet:${caller.wallet}`);
    if (seconds !== null) throw new DomainError('rate_limited', { seconds });
    if (scope !== undefined) requireScope(caller, scope);
    request.caller = caller;
  }

  function hook(scope: Scope | undefined, isRequired: (request: FastifyRequest) => boolean): Hook {
    return (request, _reply, done) => {
      if (!hasCredential(request.headers)) {
        done(isRequired(request) ? new DomainError('credential_missing') : undefined);
        return;
      }
      authenticate(request, scope).then(() => done(), done);
    };
  }

  return {
    required: (scope) => hook(scope, () => true),
    optional: hook(undefined, () => false),
    requiredUnlessSigned: (scope) => hook(scope, (request) => !hasTransaction(request.body)),
  };
}

function hasCredential(headers: IncomingHttpHeaders): boolean {
  return (
    headers.authorization !== undefined ||
    headers['x-wallet'] !== undefined ||
    headers['x-signature'] !== undefined ||
    headers['x-nonce'] !== undefined ||
    headers['x-timestamp'] !== undefined
  );
}

function hasTransaction(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'transaction' in body;
}

function requireScope(caller: Caller, scope: Scope): void {
  if (!caller.scopes.has(scope)) throw new DomainError('not_allowed');
}

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new DomainError('credential_missing');
  return request.caller;
}

/**
 * The wallet that a transaction is prepared for. A new wallet has no credential yet, and a prepared
 * transaction has no effect until the wallet signs it, so naming the wallet is enough.
 */
export function walletOf(request: FastifyRequest, named: Address | undefined): Address {
  const wallet = request.caller?.wallet ?? named;
  if (wallet === undefined) throw new DomainError('credential_missing');
  if (named !== undefined && named !== wallet) throw new DomainError('wallet_mismatch', { wallet });
  return wallet;
}
