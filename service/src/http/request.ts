import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { JsonValue } from '@tote/chain/lib/json/json-value';
import { malformedJson, parseJson } from '@tote/chain/lib/json/parse-json';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { DomainError, LIMITS } from '@tote/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { Idempotency } from '../submissions/idempotency.ts';

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: Buffer | null;
    startedAtMs: number;
    isPage: boolean;
    caller: Caller | null;
  }
}

// The id of a request: in X-Request-Id of its response, and in its lines of the log.

export const REQUEST_ID = 'x-request-id';

const SANE = /^[A-Za-z0-9._-]{1,128}$/;
const prefix = crypto.randomUUID().slice(0, 8);
let count = 0;

export function newRequestId(): string {
  count += 1;
  return `${prefix}-${count.toString(36)}`;
}

export function requestIdOf({ headers }: IncomingMessage): string {
  const own = headers[REQUEST_ID];
  return typeof own === 'string' && SANE.test(own) ? own : newRequestId();
}

const JSON_IN_UTF8 = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

/** Accepts only JSON bodies. The raw bytes are kept for signatures and idempotency. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      try {
        checkType(request);
        request.rawBody = bytes;
        const { operation } = request.routeOptions.config;
        // Many clients name the type even where they send nothing.
        const isUnused = bytes.length === 0 && operation !== undefined && !operation.body;
        done(null, isUnused ? undefined : parseBody(bytes));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

function parseBody(bytes: Buffer): JsonValue {
  if (!isUtf8(bytes)) throw malformedJson('it is not UTF-8');
  return parseJson(bytes.toString('utf8'));
}

function checkType({ headers }: FastifyRequest): void {
  const type = headers['content-type'] ?? '';
  const isJson = type === 'application/json' || JSON_IN_UTF8.test(type);
  // Compressed bodies are refused: a small one could expand to a very large one.
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!isJson || encoding !== 'identity') throw new DomainError('content_type_unsupported');
}

const PRINTABLE_ASCII = /^[ -~]+$/;

/** Runs for every POST, also where no key is stored, so that a malformed key never works. */
export function checkIdempotencyKey(key: string | string[] | undefined): void {
  if (key === undefined) return;
  const { idempotencyKeyCharactersMin: min, idempotencyKeyCharactersMax: max } = LIMITS;
  const isRight = typeof key === 'string' && key.length <= max && PRINTABLE_ASCII.test(key);
  if (!isRight) throw new DomainError('idempotency_key_malformed', { min, max });
}

export function idempotencyOf(request: FastifyRequest): Idempotency | undefined {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return undefined;
  const line = `${request.method} ${request.raw.url}\n`;
  return { key, requestHash: sha256Hex(line, request.rawBody ?? '') };
}
