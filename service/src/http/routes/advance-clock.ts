import { LIMITS } from '@tote/domain';
import { allowInSandbox } from '../access.ts';
import { defineRoute } from '../route.ts';
import { body, instantOut, integerIn, response } from '../schemas/fragments.ts';

export const advanceClock = defineRoute('POST /v1/sandbox/clock', {
  tag: 'Service',
  summary: 'Move the time of the chain forward (sandbox only)',
  scope: 'manage',
  body: body({
    advanceSeconds: integerIn(1, LIMITS.marketDurationSecondsMax, 'Seconds to move forward.'),
  }),
  actsAgain: true,
  response: response({ now: instantOut('The time of the chain afterwards.') }),
  errors: ['sandbox_required', 'origin_not_allowed', 'host_not_allowed'],
  options: allowInSandbox,
  handle: async ({ commands }, { body }) => ({
    now: await commands.advanceClock(body.advanceSeconds),
  }),
});
