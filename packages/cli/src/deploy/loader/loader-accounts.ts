import { type Address, address } from '@solana/kit';
import { bytesToAddress } from '@tote/chain/address-bytes';
import type { Chain } from '@tote/chain/chain';
import {
  decodeProgramData,
  findProgramData,
  readProgramAccount,
  UPGRADEABLE_LOADER,
} from '@tote/chain/deployed-program';

/** State (u32), whether there is an authority (u8), the authority, then the code. */
export const BUFFER_HEAD_BYTES = 37;
export const PROGRAM_BYTES = 36;
const STATE_BUFFER = 1;

export interface OnChainProgram {
  readonly programData: Address;
  readonly upgradeAuthority: Address | null;
  readonly deployedSlot: bigint;
  readonly code: Uint8Array;
  readonly lamports: bigint;
}

export interface OnChainBuffer {
  readonly authority: Address | null;
  readonly code: Uint8Array;
  readonly lamports: bigint;
}

interface RawAccount {
  readonly owner: Address;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

type Reader = Pick<Chain, 'rpc'>;

export async function readAccounts(
  { rpc }: Reader,
  addresses: readonly Address[],
): Promise<(RawAccount | undefined)[]> {
  const { value } = await rpc
    .getMultipleAccounts(addresses, { commitment: 'confirmed', encoding: 'base64' })
    .send();
  return value.map((account) => {
    if (!account) return undefined;
    const { owner, lamports, data } = account;
    return { owner, lamports, data: new Uint8Array(Buffer.from(data[0], 'base64')) };
  });
}

export async function readProgram(
  chain: Reader,
  program: Address,
): Promise<OnChainProgram | undefined> {
  const programData = await findProgramData(program);
  const [account, holder] = await readAccounts(chain, [program, programData]);
  if (account?.owner !== UPGRADEABLE_LOADER) {
    // An account that only holds SOL does not prevent a deployment.
    if (!account || account.data.length === 0) return undefined;
    throw new Error(
      `${program} is an account of ${account.owner}, so no program can be deployed there.`,
    );
  }
  if (readProgramAccount(account.data) !== programData || !holder) {
    throw new Error(`The program ${program} was closed: its address cannot be used again.`);
  }
  const { lamports, data } = holder;
  return { programData, lamports, ...decodeProgramData(data) };
}

export async function readBuffer(
  chain: Reader,
  buffer: Address,
): Promise<OnChainBuffer | undefined> {
  const [account] = await readAccounts(chain, [buffer]);
  if (account?.owner !== UPGRADEABLE_LOADER) return undefined;
  const { data, lamports } = account;
  const isBuffer = data.length >= BUFFER_HEAD_BYTES && data[0] === STATE_BUFFER;
  if (!isBuffer) throw new Error(`${buffer} is not a buffer of the loader.`);
  const authority = data[4] === 1 ? bytesToAddress(data.subarray(5, BUFFER_HEAD_BYTES)) : null;
  return { authority, lamports, code: data.subarray(BUFFER_HEAD_BYTES) };
}

export function hasCode({ code }: Pick<OnChainProgram, 'code'>, file: Uint8Array): boolean {
  if (code.length < file.length) return false;
  const isSame = Buffer.compare(code.subarray(0, file.length), file) === 0;
  return isSame && code.subarray(file.length).every((byte) => byte === 0);
}

const EXTEND_CHECKED = address('2oMRZEDWT2tqtYMofhmmfQ8SsjqUFzT6sYXppQDavxwz');
const EXTEND_MINIMUM = address('YbbRLkvenrocjGPGyoQE4wjnvYzTgfsk38NFmcYK7a5');

const EXTEND_BYTES_MIN = 10_240;

export interface LoaderFeatures {
  readonly isExtendChecked: boolean;
  readonly extendBytesMin: number;
}

export async function readLoaderFeatures(chain: Pick<Chain, 'rpc'>): Promise<LoaderFeatures> {
  const accounts = await readAccounts(chain, [EXTEND_CHECKED, EXTEND_MINIMUM]);
  // The first byte says whether the slot of its activation follows.
  const [isExtendChecked = false, hasMinimum] = accounts.map((each) => each?.data[0] === 1);
  return { isExtendChecked, extendBytesMin: hasMinimum ? EXTEND_BYTES_MIN : 1 };
}
