// Launches are counted from the lists, times and finality of Anza's own node.
import { createSolanaRpc, lamports } from '@solana/kit';
import { AuthorityType, getSetAuthorityInstruction } from '@solana-program/token';
import { keyFromSeed } from '@tote/chain/key';
import { sha256 } from '@tote/chain/lib/sha256';
import { DEMO_LAUNCHPAD } from '@tote/conditions/launches/launchpads';
import { readSample } from '@tote/conditions/oracles/read-sample';
import { addSeconds } from '@tote/domain';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../tools/test-setup/until.ts';
import { startValidator } from '../../../tools/validator/start-validator.ts';
import { LaunchCounter } from '../../src/keeper/observe/launches/launch-counter.ts';
import { createMint } from '../support/create-mint.ts';
import { newFolder } from '../support/new-folder.ts';
import { connectWithNotices } from './support/deployed-program.ts';

const SOL = 1_000_000_000n;
const LAUNCHES = 12;

async function startNode() {
  const validator = await startValidator({ ledger: newFolder(), ticksPerSlot: 8 });
  onTestFinished(() => validator.stop());
  return { chain: await connectWithNotices(validator), rpc: createSolanaRpc(validator.rpcUrl) };
}

test('each launch counts once, failed ones and those outside of the period do not', async () => {
  const { chain, rpc } = await startNode();
  const launchpad = await keyFromSeed(sha256('tote demo launchpad'));
  expect(launchpad.address).toBe(DEMO_LAUNCHPAD);
  await rpc.requestAirdrop(launchpad.address, lamports(100n * SOL)).send();
  const balance = async () => (await chain.rpc.getBalance(launchpad.address).send()).value;
  await expect.poll(balance).toBeGreaterThan(0n);
  const token = { owner: launchpad, supply: 1n, decimals: 0 };
  const launch = async () => (await createMint(chain, token)).mint;
  const now = async () => (await readSample(chain, [])).observedAt;
  const passSecond = async () => {
    const start = await now();
    await expect.poll(now).toBeGreaterThan(addSeconds(start, 1));
  };

  await launch();
  await passSecond();
  const from = await now();
  const mints = [];
  while (mints.length < LAUNCHES) mints.push(await launch());
  const again = getSetAuthorityInstruction({
    ...{ owned: mints[0] as never, owner: launchpad.signer, newAuthority: null },
    authorityType: AuthorityType.MintTokens,
  });
  await expect(chain.send([again], [launchpad])).rejects.toThrow();
  await createMint(chain, { ...token, isMintable: true });
  await passSecond();
  const to = await now();
  await launch();

  const counter = new LaunchCounter(chain);
  const wanted = { launchpad: 'demo', event: 'migrated', from, nodes: 1, target: 1_000 } as const;
  const seen = async () => (await counter.take(wanted)).sample.launches?.seen;
  await expect.poll(seen).toBe(LAUNCHES + 1);
  // Refused until the end of the period is final.
  const ended = await until(() => counter.take(wanted, to), 500);
  expect(ended.sample.launches).toMatchObject({ count: LAUNCHES, isFinal: true });
  const leaves = (ended.pages ?? []).flatMap((page) => new TextDecoder().decode(page).split('\n'));
  expect(leaves.map((line) => line.split(' ')[1]).sort()).toEqual(mints.sort());
});
