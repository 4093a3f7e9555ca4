// An upgrade in place by a program of another layout would lock all money: it is refused.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getBase64Encoder } from '@solana/kit';
import { createKey } from '@tote/chain/key';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SeparateChain } from '../../../../service/test/faults/support/separate-chain.ts';
import type { DeployRequest } from '../../src/deploy/deploy/deploy-request.ts';
import { planDeploy } from '../../src/deploy/deploy/plan-deploy.ts';

const PROGRAM = readFileSync(new URL('../../../../program/tote.so', import.meta.url));

let separate: SeparateChain;
let request: DeployRequest;
beforeAll(async () => {
  separate = await SeparateChain.start();
  const { chain, keys, dir } = separate;
  // Only its address counts, which is the chain's.
  const programKey = await createKey();
  request = {
    ...{ chain, payer: keys.admin, authority: keys.admin, programKey },
    ...{ files: join(dir, 'program'), code: Buffer.concat([PROGRAM, Buffer.of(1)]) },
  };
});
afterAll(() => separate?.close());

/** Writes the version byte of the Config. */
async function setConfigVersion(version: number): Promise<void> {
  const { chain, localnet } = separate;
  const { config } = chain.addresses;
  const { value } = await chain.rpc.getAccountInfo(config, { encoding: 'base64' }).send();
  if (!value) throw new Error('there is no Config');
  const data = new Uint8Array(getBase64Encoder().encode(value.data[0])).with(1, version);
  const { lamports, owner } = value;
  await localnet.sandbox.setAccount(config, { lamports, owner, data });
}

test('a program may replace one whose accounts have its layout, and no other', async () => {
  expect((await planDeploy(request)).action).toBe('upgrade');
  const { chain } = request;
  const { value } = await chain.rpc
    .getAccountInfo(chain.addresses.config, { encoding: 'base64' })
    .send();
  const ours = new Uint8Array(getBase64Encoder().encode(value?.data[0] as never))[1] as number;
  await setConfigVersion(ours + 1);
  const refusal = /another version of the program.*--program-key.*docs\/upgrade\.md/;
  await expect(planDeploy(request)).rejects.toThrow(refusal);
  await expect(planDeploy({ ...request, nextAuthority: null })).rejects.toThrow(refusal);
  await setConfigVersion(ours);
  expect((await planDeploy(request)).action).toBe('upgrade');
});
