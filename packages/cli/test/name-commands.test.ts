import { ERRORS } from '@tote/domain';
import { expect, test } from 'vitest';
import { accountMissing, betCall, DEPOSIT_CALL } from '../../../service/src/submissions/records.ts';
import { nameCommands } from '../src/name-commands.ts';

/** No command leads to them. */
const NEVER = ['route_not_found', 'websocket_required', 'webhooks_too_many', 'webhooks_full'];

test('no error of the service names an endpoint', () => {
  const messages = Object.entries(ERRORS).filter(([code]) => !NEVER.includes(code));
  const texts = messages.map(([, { message }]) => message);
  expect(texts.filter((text) => /\/v1\b/.test(text)).length).toBeGreaterThan(15);
  for (const text of texts) expect(nameCommands(text)).not.toMatch(/\/v1\b|POST|GET/);
});

test.each([
  ['Use {call}.', betCall('market_1'), 'Use tote bet --self, which also deposits what is missing.'],
  ['Use less, or {call}.', DEPOSIT_CALL, 'Use less, or add money with tote wallet deposit.'],
  ['Use {call}.', accountMissing('w').params.call, 'Use tote wallet deposit.'],
])('%s with %s', (message, call, shown) => {
  expect(nameCommands(message.replace('{call}', String(call)))).toBe(shown);
});
