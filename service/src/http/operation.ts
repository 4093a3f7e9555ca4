// How a route is described: once, for validation, serialisation and the published document.
import type { TSchema } from '@sinclair/typebox';
import type { ErrorCode } from '@tote/domain';
import type { FastifySchema } from 'fastify';
import { NoQuery } from './schemas/query.ts';

type CredentialRule = 'required' | 'optional' | 'none';

export interface Operation {
  /** Unique; the name of a function in generated clients. */
  readonly id: string;
  readonly tag: 'Markets' | 'Bets' | 'Account' | 'Transactions' | 'Feed' | 'Service';
  readonly summary: string;
  readonly credential?: CredentialRule;
  /** Why it is refused, besides what can happen to any request. */
  readonly errors?: readonly ErrorCode[];
  /** Their form is checked where they are looked up: what is no id is unknown. */
  readonly params?: readonly string[];
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly answers: Readonly<Record<number, TSchema>>;
  /** What is answered when it is not JSON. */
  readonly mediaType?: string;
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
      response: operation.answers,
      ...(operation.body && { body: operation.body }),
    },
  };
}
