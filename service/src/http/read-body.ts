import { isUtf8 } from 'node:buffer';
import type { JsonValue } from '@tote/chain/lib/json/json-value';
import { malformedJson, parseJson } from '@tote/chain/lib/json/parse-json';
import { DomainError } from '@tote/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import './request-fields.ts';

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
        done(null, parseBody(bytes));
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
