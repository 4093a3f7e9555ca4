// Checks that the receipt shows people what is in the evidence.
import { type Address, getBase64Encoder } from '@solana/kit';
import { sha256Hex } from '@tote/chain/lib/sha256-portable';
import { readAttestedEvidence } from '@tote/conditions/attested-evidence';
import { canonicalJson } from '@tote/conditions/canonical-json';
import type { Sample } from '@tote/conditions/oracles/account-snapshot';
import { findVaultAuthorities } from '@tote/conditions/oracles/count-holders';
import { KNOWN_PROGRAMS } from '@tote/conditions/oracles/pools/all';
import { renderLeftOut } from '@tote/conditions/render-sample';
import { readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { formatInstant } from '@tote/domain';
import type { Verifying } from './checks.ts';
import type { ChainNode } from './history/node.ts';
import { type Json, listOf, pick, textAt } from './json.ts';

/** The receipt also contains the attestation in a form for people. */
export function checkAttestation({ receipt, checks }: Verifying, text: string): void {
  const recorded = readAttestedEvidence(text)?.attestation;
  const served = pick(receipt, 'evidence', 'attestation');
  if (!recorded && served === null) return;
  const { outcome, wallet, evidence } = recorded ?? NO_ATTESTATION;
  const at = recorded ? formatInstant(recorded.createdAt) : 'never';
  const shown = ['outcome', 'wallet', 'at', 'evidence'].map((name) => textAt(served, name));
  checks.compare(
    'attestation',
    ['evidence', [outcome, wallet, at, evidence].join(', ')],
    ['receipt', shown.join(', ')],
  );
}

const NO_ATTESTATION = { outcome: 'none', wallet: 'nobody', evidence: 'none' };

/** The receipt also contains the observed bytes in a form for people. */
export async function checkObservations(verifying: Verifying, text: string): Promise<void> {
  const { receipt, checks } = verifying;
  const observations = listOf(pick(receipt, 'observations'));
  const samples = readSampledEvidence(text)?.evidence.samples ?? [];
  const count = (length: number) => String(length);
  checks.compare(
    'observations',
    ['evidence', count(samples.length)],
    ['receipt', count(observations.length)],
  );
  const pairs = samples.flatMap(({ slot, observedAt, accounts }, index) => {
    const observation = observations[index];
    const at = formatInstant(observedAt);
    return accounts.map(({ address, owner, data }, place) => {
      const account = listOf(pick(observation, 'accounts'))[place];
      const bytes = Uint8Array.from(data);
      const recorded = `${address} of ${owner} at ${at}, slot ${slot}: ${sha256Hex(bytes)}`;
      const who = `${textAt(account, 'address')} of ${textAt(account, 'owner')}`;
      const when = `${textAt(observation, 'observedAt')}, slot ${textAt(observation, 'slot')}`;
      const shown = hashOfBase64(textAt(account, 'data'));
      const hash = textAt(account, 'hash');
      const hashes = shown === hash ? hash : `${shown}, and not ${hash}`;
      const name = `${index + 1}.${place + 1}`;
      return [name, ['evidence', recorded], ['receipt', `${who} at ${when}: ${hashes}`]] as const;
    });
  });
  checks.compareAll('observation', pairs);
  checkCounts(samples, observations, checks);
  await checkLeftOut(verifying, samples);
}

function hashOfBase64(text: string): string {
  try {
    return sha256Hex(Uint8Array.from(getBase64Encoder().encode(text)));
  } catch {
    return 'no base64';
  }
}

/** Holder counts. Their accounts are too many to be in the evidence. */
function checkCounts(
  samples: readonly Sample[],
  observations: readonly Json[],
  checks: Verifying['checks'],
): void {
  const counts = samples.map(({ holders }) => {
    if (!holders) return 'nothing';
    const { mint, count, minimumBaseUnits, isComplete, largest = 'nothing', leftOut } = holders;
    const pools = leftOut ? canonicalJson(renderLeftOut(leftOut)) : 'nothing';
    return [count, mint, minimumBaseUnits, isComplete, largest, pools].join(' ');
  });
  const shown = observations.map((observation) => {
    const holders = pick(observation, 'holders');
    if (holders === undefined) return 'nothing';
    return ['count', 'mint', 'minimumBaseUnits', 'complete', 'largest', 'leftOut']
      .map((name) => (name === 'leftOut' ? leftOutOf(pick(holders, name)) : textAt(holders, name)))
      .join(' ');
  });
  if ([...counts, ...shown].every((each) => each === 'nothing')) return;
  checks.compare('holders', ['evidence', counts.join(', ')], ['receipt', shown.join(', ')]);
}

/** As in the evidence, without the names for people. */
function leftOutOf(served: Json | undefined): string {
  if (served === undefined) return 'nothing';
  const largest = listOf(pick(served, 'largest')).map((each) =>
    Object.fromEntries(['owner', 'program', 'amount'].map((name) => [name, textAt(each, name)])),
  );
  const [count, amount] = [Number(textAt(served, 'count')), textAt(served, 'amount')];
  return canonicalJson({ count, amount, largest });
}

/**
 * Owners that were left out of a count own vaults of a known program: the fixed address derived
 * from it, or a pool whose account belongs to it. A pool that was closed since cannot be checked.
 */
async function checkLeftOut(
  { chain, checks }: Verifying,
  samples: readonly Sample[],
): Promise<void> {
  const left = samples.flatMap(({ holders }) => holders?.leftOut?.largest ?? []);
  if (left.length === 0) return;
  const authorities = await findVaultAuthorities();
  for (const [owner, program] of new Map(left.map((each) => [each.owner, each.program]))) {
    const name = `left out ${owner}`;
    const found = authorities.get(owner) ?? (await readProgram(chain.node, owner));
    const isKnown = KNOWN_PROGRAMS.some((each) => each.program === program);
    if (!isKnown) checks.contradict(name, `${program} is not a known pool program`);
    else if (found) checks.compare(name, ['evidence', program], ['chain', found]);
    else checks.trust(name, `closed since; the oracle says that it was a pool of ${program}`);
  }
}

async function readProgram(node: ChainNode, owner: Address): Promise<string | undefined> {
  const settings = { encoding: 'base64', commitment: 'confirmed', dataSlice: NO_BYTES };
  const account = pick(await node.call('getAccountInfo', [owner, settings]), 'value');
  return account ? textAt(account, 'owner') : undefined;
}

const NO_BYTES = { offset: 0, length: 0 };
