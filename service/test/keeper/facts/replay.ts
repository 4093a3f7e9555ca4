// `npx tote verify` for tests: computes resolutions again from the API and the chain.
import type { Address } from '@solana/kit';
import { parseMarketId } from '@tote/chain/ids';
import { type EvidenceRecord, readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { createNode } from '@tote/verify/history/node';
import { type Verification, verifyMarket } from '@tote/verify/verify-market';
import { expect } from 'vitest';
import type { World } from '../../support/world.ts';

/** The outcome that follows from the evidence. */
export async function replay(world: World, marketId: string): Promise<string | undefined> {
  const [verification] = await verifyAll(world, [marketId]);
  expect(listProblems(verification)).toEqual([]);
  // What only the oracle's word stands for has more to say.
  return verification?.checks.find(({ name }) => name === 'outcome')?.text.split(';')[0];
}

/** What was sampled, as the receipt has it. That it follows from it is checked by `replay`. */
export async function readRecord(world: World, marketId: string): Promise<EvidenceRecord> {
  const { body } = await world.get(`/markets/${marketId}/resolution`);
  const record = readSampledEvidence(body.evidence.text);
  if (!record) throw new Error(`${marketId} has no evidence of samples`);
  return record;
}

/** Every market that has ended in this world: nothing differs, and nothing is left unchecked. */
export async function replayEverything(world: World): Promise<number> {
  const ids: string[] = [];
  for (;;) {
    const page = `/markets?status=resolved&limit=100&offset=${ids.length}`;
    const { body } = await world.get(page);
    ids.push(...body.map(({ id }: { id: string }) => id));
    if (body.length < 100) break;
  }
  const verifications = await verifyAll(world, ids);
  expect(verifications.flatMap(listProblems)).toEqual([]);
  return ids.length;
}

export function listProblems(verification: Verification | undefined): string[] {
  const { marketId, checks = [] } = verification ?? {};
  return checks
    .filter(({ status }) => status !== 'ok' && status !== 'said')
    .map(({ name, status, text }) => `${marketId} ${status} ${name}: ${text}`);
}

export async function verifyAll(
  { demo, service }: World,
  marketIds: readonly string[],
): Promise<Verification[]> {
  const chain = { node: createNode(demo.rpcUrl), programAddress: TOTE_PROGRAM_ADDRESS };
  const verifications: Verification[] = [];
  for (const id of marketIds) {
    const market = parseMarketId(id) as Address;
    verifications.push(await verifyMarket({ chain, baseUrl: service.baseUrl }, market));
  }
  return verifications;
}
