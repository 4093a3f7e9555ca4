import { Type } from '@sinclair/typebox';
import { defineRoute } from '../route.ts';
import { response } from '../schemas/fragments.ts';

export const getHealth = defineRoute('GET /healthz', {
  tag: 'Service',
  summary: 'Check that the process runs',
  response: response({ status: Type.Literal('ok') }),
  handle: async () => ({ status: 'ok' as const }),
});
