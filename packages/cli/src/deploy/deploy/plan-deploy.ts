import { existsSync } from 'node:fs';
import type { Address } from '@solana/kit';
import {
  findProgramData,
  hashProgram,
  PROGRAM_DATA_HEAD_BYTES,
} from '@tote/chain/deployed-program';
import { findConfig, OTHER_LAYOUT } from '@tote/chain/deployment/find-config';
import { createKey, readKeyFile } from '@tote/chain/key';
import { LAMPORTS_PER_SIGNATURE, readLamports, readRents } from '../costs.ts';
import {
  BUFFER_HEAD_BYTES,
  hasCode,
  type LoaderFeatures,
  type OnChainBuffer,
  type OnChainProgram,
  PROGRAM_BYTES,
  readBuffer,
  readLoaderFeatures,
  readProgram,
} from '../loader/loader-accounts.ts';
import { chunkBytes, listMissing } from './buffer-chunks.ts';
import { bufferFile, type DeployRequest } from './deploy-request.ts';

export interface DeployPlan {
  readonly action: 'deploy' | 'upgrade' | 'none';
  readonly program: Address;
  readonly programData: Address;
  readonly bytes: number;
  readonly hash: string;
  readonly deployedHash: string | null;
  readonly upgradeAuthority: Address | null;
  readonly nextAuthority?: Address | null;
  readonly extendBy: number;
  readonly chunks: number;
  readonly chunksMissing: number;
  readonly costs: DeployCosts;
}

interface DeployCosts {
  readonly rent: bigint;
  readonly fees: bigint;
  readonly comesBack: bigint;
  readonly needed: bigint;
  readonly held: bigint;
}

export async function planDeploy(request: DeployRequest): Promise<DeployPlan> {
  const { chain, authority, code, nextAuthority } = request;
  const { programAddress } = chain;
  const [program, features] = await Promise.all([
    readProgram(chain, programAddress),
    readLoaderFeatures(chain),
  ]);
  const action = !program ? 'deploy' : hasCode(program, code) ? 'none' : 'upgrade';
  if (program) refuseOthers(program, authority.address, action, nextAuthority);
  if (action === 'upgrade') await findConfig(chain, OTHER_LAYOUT);
  if (nextAuthority === null) await refuseUninitialized(request);
  const buffer = await readOwnBuffer(request);
  const extendBy = findExtension(program, code, features);
  const isWritten = action !== 'none';
  const size = chunkBytes(request, await createKey());
  const missing = isWritten ? listMissing(code, usable(buffer, code)?.code ?? EMPTY, size) : [];
  const shape = { action, extendBy, chunksMissing: missing.length, nextAuthority } as const;
  return {
    ...shape,
    program: programAddress,
    programData: await findProgramData(programAddress),
    bytes: code.length,
    hash: hashProgram(code),
    deployedHash: program ? hashProgram(program.code) : null,
    upgradeAuthority: program ? program.upgradeAuthority : authority.address,
    chunks: isWritten ? Math.ceil(code.length / size) : 0,
    costs: await findCosts(request, shape, { program, buffer, features }),
  };
}

const EMPTY = new Uint8Array();

/** A buffer of a different size is closed and created again. */
const usable = (buffer: OnChainBuffer | undefined, code: Uint8Array) =>
  buffer?.code.length === code.length ? buffer : undefined;

async function readOwnBuffer(request: DeployRequest): Promise<OnChainBuffer | undefined> {
  const file = bufferFile(request);
  if (!existsSync(file)) return undefined;
  const { address } = await readKeyFile(file);
  const buffer = await readBuffer(request.chain, address);
  if (!buffer || buffer.authority === request.authority.address) return buffer;
  throw new Error(
    `The buffer ${address} of an unfinished deployment belongs to ${buffer.authority}: ` +
      'use its key as --authority.',
  );
}

function refuseOthers(
  { upgradeAuthority }: OnChainProgram,
  ours: Address,
  action: DeployPlan['action'],
  next: Address | null | undefined,
): void {
  const isUnchanged = next === undefined || next === upgradeAuthority;
  if (upgradeAuthority === ours || (action === 'none' && isUnchanged)) return;
  throw new Error(
    upgradeAuthority === null
      ? 'The program on this chain can never be changed: its upgrade authority was given up.'
      : `Only the upgrade authority ${upgradeAuthority} may change the program, not ${ours}.`,
  );
}

/** `initialize` needs the upgrade authority. */
async function refuseUninitialized({ chain }: DeployRequest): Promise<void> {
  if (await findConfig(chain, OTHER_LAYOUT)) return;
  throw new Error(
    'The program has no Config yet, and without an upgrade authority nobody could create one. ' +
      'Run tote init first.',
  );
}

function findExtension(
  program: OnChainProgram | undefined,
  code: Uint8Array,
  { extendBytesMin }: LoaderFeatures,
): number {
  const bytes = program ? code.length - program.code.length : 0;
  return bytes > 0 ? Math.max(bytes, extendBytesMin) : 0;
}

type Shape = Pick<DeployPlan, 'action' | 'extendBy' | 'chunksMissing' | 'nextAuthority'>;

interface Found {
  readonly program: OnChainProgram | undefined;
  readonly buffer: OnChainBuffer | undefined;
  readonly features: LoaderFeatures;
}

async function findCosts(
  request: DeployRequest,
  shape: Shape,
  { program, buffer, features }: Found,
): Promise<DeployCosts> {
  const { chain, code, payer } = request;
  const dataBytes = program ? program.code.length + shape.extendBy : code.length;
  const [ofBuffer = 0n, ofProgram = 0n, ofCode = 0n, ofPayer = 0n] = await readRents(chain, [
    BUFFER_HEAD_BYTES + code.length,
    PROGRAM_BYTES,
    PROGRAM_DATA_HEAD_BYTES + dataBytes,
    0,
  ]);
  const held = await readLamports(chain, payer.address);
  const fees = countSignatures(request, shape, { buffer, features }) * LAMPORTS_PER_SIGNATURE;
  const there = buffer?.lamports ?? 0n;
  if (shape.action === 'none') {
    return { rent: 0n, fees, comesBack: there, needed: fees > 0n ? fees + ofPayer : 0n, held };
  }
  const comesBack = usable(buffer, code) ? there : ofBuffer;
  const rent =
    shape.action === 'deploy'
      ? ofProgram + ofCode
      : atLeastZero(ofCode - (program?.lamports ?? 0n));
  // The buffer's rent is paid first, and then pays for the code.
  const paidFirst = comesBack - there + (shape.action === 'deploy' ? ofProgram : rent);
  const paidAtMost = shape.action === 'deploy' ? rent - there : paidFirst;
  const most = paidAtMost + atLeastZero(paidFirst - paidAtMost);
  return { rent, fees, comesBack, needed: atLeastZero(most) + fees + ofPayer, held };
}

const atLeastZero = (value: bigint) => (value > 0n ? value : 0n);

function countSignatures(
  { payer, authority, code }: DeployRequest,
  { action, extendBy, chunksMissing, nextAuthority }: Shape,
  { buffer, features }: Pick<Found, 'buffer' | 'features'>,
): bigint {
  const both = payer.address === authority.address ? 1 : 2;
  const isLeft = buffer !== undefined && (action === 'none' || !usable(buffer, code));
  let count = isLeft ? both : 0;
  if (action !== 'none') {
    // The new account signs too.
    if (!usable(buffer, code)) count += 2;
    count += chunksMissing * both + both;
    if (action === 'deploy') count += 1;
    if (extendBy > 0) count += features.isExtendChecked ? both : 1;
  }
  if (nextAuthority !== undefined) count += both;
  return BigInt(count);
}
