import { expect, test } from 'vitest';
import { newWallet, useHome } from '../../support/home.ts';

const home = useHome();

test('lists keys without their secrets', async () => {
  await newWallet(home);
  const { json: made } = await home.here(['keys', 'create', 'bot', '--json']);
  const listed = await home.tote(['keys', 'list', '--json']);
  expect(listed.json).toMatchObject([{ id: made.id, name: 'bot', scopes: ['read'] }]);
  const { out } = await home.tote(['keys', 'list']);
  expect(out).toMatch(new RegExp(`${made.id} +bot +read +works +never`));
  expect(listed.out + out).not.toContain(made.key);
});
