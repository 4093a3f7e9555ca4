import { Type } from '@sinclair/typebox';
import { defineRoute } from '../route.ts';
import { response } from '../schemas/fragments.ts';

/** Outside of /v1, like the next one: for operators of the service, not for its users. */
export const getHealth = defineRoute({
  id: 'getHealth',
  method: 'GET',
  path: '/healthz',
  tag: 'Service',
  summary: 'Check that the process runs',
  response: response({ status: Type.Literal('ok') }),
  handle: async () => ({ status: 'ok' as const }),
});
