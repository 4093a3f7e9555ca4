import { findTokenAccount, type UtilityToken } from '@tote/program-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { initializeEmbedded } from '../../../../service/src/embedded/initialize.ts';
import { type EmptyWorld, startEmptyWorld } from '../../../../service/test/embedded/support.ts';
import { createToken2022 } from '../../../../service/test/support/create-token-2022.ts';
import { turnSwitch } from '../../../chain/test/token-switch.ts';
import { checkAccounts } from '../../src/deploy/doctor/check-accounts.ts';

let world: EmptyWorld;
let utility: UtilityToken;
beforeAll(async () => {
  world = await startEmptyWorld();
  const { chain, keys, treasury, localnet } = world;
  for (const { address } of [keys.admin, treasury]) {
    await localnet.sandbox.setAccount(address, { lamports: 10n ** 12n });
  }
  utility = await createToken2022(chain, keys.admin, 6);
  await initializeEmbedded({ chain, keys, treasury: treasury.address, utility });
});
afterAll(() => world.close());

test('says whether the treasury can be paid in UTILITY', async () => {
  const { chain, treasury, localnet, keys } = world;
  const token = await findTokenAccount(treasury.address, utility);
  const check = async () => {
    const findings = await checkAccounts(chain, await chain.accounts.getConfig());
    const [finding] = findings.filter(({ text }) => text.includes(token));
    return `${finding?.state}: ${finding?.text}`;
  };
  expect(await check()).toBe(`ok: its UTILITY goes to ${token}`);
  const turn = (isOn: boolean) =>
    chain.send(turnSwitch(treasury.signer, token, 'memoRequired', isOn), [treasury]);
  await turn(true);
  expect(await check()).toMatch(/^warning: .* requires a memo on transfers/);
  await turn(false);
  expect(await check()).toMatch(/^ok/);
  const { value } = await chain.rpc.getAccountInfo(token, { encoding: 'base64' }).send();
  const frozen = new Uint8Array(Buffer.from(value?.data[0] ?? '', 'base64'));
  frozen[108] = 2;
  await localnet.sandbox.setAccount(token, {
    ...{ lamports: 10n ** 9n, data: frozen, owner: utility.tokenProgram },
  });
  expect(await check()).toMatch(/^warning: .* is frozen/);
  await localnet.sandbox.setAccount(token, { lamports: 0n });
  expect(await check()).toMatch(/^warning: its share of UTILITY waits: send it some/);
  const data = new Uint8Array(165);
  await localnet.sandbox.setAccount(token, {
    lamports: 10n ** 9n,
    data,
    owner: keys.admin.address,
  });
  expect(await check()).toMatch(/^warning: .* has another owner/);
});
