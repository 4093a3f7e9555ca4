// The description of a route, used for validation, serialization and the OpenAPI document.
import type { TSchema } from '@sinclair/typebox';
import type { ErrorCode } from '@tote/domain';
import type { FastifySchema } from 'fastify';
import { NoQuery } from './schemas/query.ts';

type CredentialRule = 'required' | 'optional' | 'none';

export interface Operation {
  /** Unique; generated clients use it as a function name. */
  readonly id: string;
  readonly tag: 'Markets' | 'Bets' | 'Account' | 'Transactions' | 'Feed' | 'Service';
  readonly summary: string;
  readonly credential?: CredentialRule;
  /** Error codes of this operation, in addition to those of any request. */
  readonly errors?: readonly ErrorCode[];
  /** Path parameters. The route checks their format; a malformed id is reported as unknown. */
  readonly params?: readonly string[];
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Stores its answer by the Idempotency-Key, so that a signed request may be sent again. */
  readonly keepsKey?: true;
  /** A POST that acts again when it is sent again. */
  readonly actsAgain?: true;
  readonly responses: Readonly<Record<number, TSchema>>;
  /** Headers of the response and what they say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the response, when it is not JSON. */
  readonly mediaType?: string;
  /** What it may be besides. */
  readonly otherMediaTypes?: Readonly<Record<string, TSchema>>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

export function describeOperation(operation: Operation): {
  schema: FastifySchema;
  config: { operation: Operation };
} {
  return {
    config: { operation },
    schema: {
      querystring: operation.query ?? NoQuery,
      response: operation.responses,
      ...(operation.body && { body: operation.body }),
    },
  };
}
