// Who asks. A credential can cover the body, so this runs after it was read and before anything
// in it is judged: a stranger learns nothing about which fields would be right.

import type { IncomingHttpHeaders } from 'node:http';
import type { Address } from '@solana/kit';
import type { Scope } from '@tote/domain';
import { DomainError } from '@tote/domain';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Authenticator, Caller } from '../auth/caller.ts';
import type { RateLimiter } from './rate-limiter.ts';
import './request-fields.ts';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

/** `preValidation` hooks. */
export interface Access {
  /** A credential is needed, with the scope if one is named. */
  required(scope?: Scope): Hook;
  /** A credential may be there, and must then be right. */
  readonly optional: Hook;
  /** A credential is needed unless the body is a transaction that the wallet signed. */
  requiredUnlessSigned(scope: Scope): Hook;
}

const NOBODY = new Uint8Array(0);

export function createAccess(authenticator: Authenticator, limiter: RateLimiter | null): Access {
  async function identify(request: FastifyRequest, scope: Scope | undefined): Promise<void> {
    const caller = await authenticator.authenticate({
      method: request.method,
      url: request.raw.url ?? '',
      headers: request.headers,
      rawBody: request.rawBody ?? NOBODY,
    });
    if (caller === null) throw new DomainError('credential_missing');
    const seconds = limiter === null ? null : await limiter.take(`wallet:${caller.wallet}`);
    if (seconds !== null) throw new DomainError('rate_limited', { seconds });
    if (scope !== undefined) requireScope(caller, scope);
    request.caller = caller;
  }

  function hook(scope: Scope | undefined, isNeeded: (request: FastifyRequest) => boolean): Hook {
    return (request, _reply, done) => {
      if (!hasCredential(request.headers)) {
        done(isNeeded(request) ? new DomainError('credential_missing') : undefined);
        return;
      }
      identify(request, scope).then(() => done(), done);
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
 * The wallet that a transaction is prepared for. A new wallet has no credential yet, and what is
 * prepared does nothing until the wallet signs it, so naming the wallet is enough.
 */
export function walletOf(request: FastifyRequest, named: Address | undefined): Address {
  const wallet = request.caller?.wallet ?? named;
  if (wallet === undefined) throw new DomainError('credential_missing');
  if (named !== undefined && named !== wallet) throw new DomainError('wallet_mismatch', { wallet });
  return wallet;
}
