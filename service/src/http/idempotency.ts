import { sha256Hex } from '@tote/chain/lib/sha256';
import { DomainError, LIMITS } from '@tote/domain';
import type { FastifyRequest } from 'fastify';
import type { Idempotency } from '../submissions/idempotency-key.ts';
import './request-fields.ts';

const PRINTABLE_ASCII = /^[ -~]+$/;

/** Runs for every POST, also where no key is stored, so that a malformed key never works. */
export function checkIdempotencyKey(key: string | string[] | undefined): void {
  if (key === undefined) return;
  const { idempotencyKeyCharactersMin: min, idempotencyKeyCharactersMax: max } = LIMITS;
  const isRight = typeof key === 'string' && key.length <= max && PRINTABLE_ASCII.test(key);
  if (!isRight) throw new DomainError('idempotency_key_malformed', { min, max });
}

/** The key of the request and a hash of the request; undefined without a key. */
export function idempotencyOf(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  const line = `${request.method} ${request.raw.url}\n`;
  return { key, requestHash: sha256Hex(line, request.rawBody ?? '') };
}
