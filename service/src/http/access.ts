// Authentication hooks. A credential may cover the body, so they run after the body is read. They
// run before it is validated, so that an unauthenticated caller learns nothing about its fields.
import './request.ts';
import type { Address } from '@solana/kit';
import type { PageAccess } from '@tote/chain/lib/page-access';
import { DomainError, type Scope } from '@tote/domain';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import {
  type Authenticator,
  type Caller,
  type CredentialRequest,
  requireScope,
} from '../auth/caller.ts';
import { hasSignatureHeaders } from '../auth/wallet-signature.ts';
import type { RateLimiter } from './rate-limiter.ts';

type Waiting = Promise<void> | undefined;
type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

export type Access = ReturnType<typeof createAccess>;

const EMPTY_BODY = new Uint8Array(0);

export function createAccess(authenticator: Authenticator, limiter: RateLimiter | null) {
  /** Returns a promise only if something has to be awaited; otherwise it throws at once. */
  function authenticate(request: FastifyRequest, scope: Scope | undefined): Waiting {
    const { headers } = request;
    const known = authenticator.recognize(headers);
    if (known !== undefined) return limit(request, known, scope);
    const { method, rawBody, originalUrl: url } = request;
    const keepsKey = request.routeOptions.config.operation?.keepsKey;
    return authenticator
      .authenticate({ method, url, headers, rawBody: rawBody ?? EMPTY_BODY, keepsKey })
      .then((caller) => {
        if (caller === null) throw new DomainError('credential_missing');
        return limit(request, caller, scope);
      });
  }

  function limit(request: FastifyRequest, caller: Caller, scope: Scope | undefined): Waiting {
    const taken = limiter === null ? null : limiter.take(`wallet:${caller.wallet}`);
    if (typeof taken === 'object' && taken !== null) {
      return taken.then((seconds) => admit(request, caller, scope, seconds));
    }
    return admit(request, caller, scope, taken);
  }

  return (isRequired: (request: FastifyRequest) => boolean, scope: Scope | undefined): Hook =>
    (request, _reply, done) => {
      if (!hasCredential(request.headers)) {
        done(isRequired(request) ? new DomainError('credential_missing') : undefined);
        return;
      }
      let waiting: Waiting;
      try {
        waiting = authenticate(request, scope);
      } catch (error) {
        done(error as Error);
        return;
      }
      if (waiting === undefined) done();
      else waiting.then(() => done(), done);
    };
}

function admit(
  request: FastifyRequest,
  caller: Caller,
  scope: Scope | undefined,
  seconds: number | null,
): undefined {
  if (seconds !== null) throw new DomainError('rate_limited', { seconds });
  if (scope !== undefined) requireScope(caller, scope);
  request.caller = caller;
}

function hasCredential(headers: CredentialRequest['headers']): boolean {
  const { authorization = headers['x-api-key'] } = headers;
  return authorization !== undefined || hasSignatureHeaders(headers);
}

export function hasTransaction({ body }: FastifyRequest): boolean {
  const { transaction = null } = (body ?? {}) as { transaction?: unknown };
  return transaction !== null;
}

export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new DomainError('credential_missing');
  return request.caller;
}

/** The wallet that a transaction is prepared for. Naming it is enough: only it can sign. */
export function walletOf(request: FastifyRequest, named: Address | undefined): Address {
  const wallet = request.caller?.wallet ?? named;
  if (wallet === undefined) throw new DomainError('credential_missing');
  if (named !== undefined && named !== wallet) throw new DomainError('wallet_mismatch', { wallet });
  return wallet;
}

interface SandboxParts {
  readonly queries: { config(): { readonly hasSandbox: boolean } };
  readonly pages: PageAccess;
}

/** Options of a route that exists only in a sandbox, and not for pages of strangers. */
export const allowInSandbox = ({ queries, pages }: SandboxParts) => ({
  onRequest: (request: FastifyRequest, _: FastifyReply, done: HookHandlerDoneFunction) => {
    const { hasSandbox } = queries.config();
    // On a busy machine a move of the clock takes longer than a connection may be idle.
    request.raw.setTimeout(0);
    done(hasSandbox ? refuseForeignPage(request, pages) : new DomainError('sandbox_required'));
  },
});

/** For what creates play money or moves the clock. Undefined: the page may use it. */
export function refuseForeignPage({ headers }: FastifyRequest, pages: PageAccess) {
  const refusal = pages.findRefusal(headers);
  if (!refusal) return undefined;
  const { header, value } = refusal;
  return header === 'Host'
    ? new DomainError('host_not_allowed', { host: value })
    : new DomainError('origin_not_allowed', { origin: value });
}
