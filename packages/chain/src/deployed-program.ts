import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { bytesToAddress } from './address-bytes.ts';
import type { Chain } from './chain.ts';
import { sha256Hex } from './lib/sha256.ts';

export const UPGRADEABLE_LOADER = address('BPFLoaderUpgradeab1e11111111111111111111111');
const STATE_PROGRAM = 2;
const STATE_PROGRAM_DATA = 3;
/** State (u32), slot (u64), whether there is an authority (u8), the authority, then the code. */
export const PROGRAM_DATA_HEAD_BYTES = 45;
const SLOT_OFFSET = 4;
const HAS_AUTHORITY_OFFSET = 12;
/** An upgrade changes the slot in the header. The sandbox may write code without that. */
const CODE_EVERY_MS = 60_000;

export interface DeployedProgram {
  readonly upgradeAuthority: Address | null;
  readonly hash: string;
}

export async function findProgramData(programAddress: Address): Promise<Address> {
  const seeds = [getAddressEncoder().encode(programAddress)];
  return (await getProgramDerivedAddress({ programAddress: UPGRADEABLE_LOADER, seeds }))[0];
}

/** Without trailing zeros: the account may be longer than the code. */
export function hashProgram(code: Uint8Array): string {
  let end = code.length;
  while (end > 0 && code[end - 1] === 0) end -= 1;
  return sha256Hex(code.subarray(0, end));
}

interface DeployedProgramOptions {
  readonly chain: Pick<Chain, 'rpc' | 'programAddress'>;
  readonly wallMs: () => number;
}

export class DeployedProgramReader {
  readonly #options: DeployedProgramOptions;
  #programData: Address | undefined;
  #last: { head: string; readMs: number; program: DeployedProgram } | undefined;

  constructor(options: DeployedProgramOptions) {
    this.#options = options;
  }

  async read(): Promise<DeployedProgram> {
    this.#programData ??= await this.#findProgramData();
    const head = await this.#readAccount(this.#programData, PROGRAM_DATA_HEAD_BYTES);
    const { wallMs } = this.#options;
    const text = `${head.space} ${Buffer.from(head.data).toString('base64')}`;
    const last = this.#last;
    if (last?.head === text && wallMs() - last.readMs < CODE_EVERY_MS) return last.program;
    const { data } = await this.#readAccount(this.#programData);
    const { upgradeAuthority, code } = decodeProgramData(data);
    const program = { upgradeAuthority, hash: hashProgram(code) };
    this.#last = { head: text, readMs: wallMs(), program };
    return program;
  }

  async #findProgramData(): Promise<Address> {
    const { programAddress } = this.#options.chain;
    const { data, owner } = await this.#readAccount(programAddress);
    const programData = owner === UPGRADEABLE_LOADER ? readProgramAccount(data) : undefined;
    if (programData) return programData;
    // With another loader we cannot know who may change the program, so this must not pass.
    throw new Error(
      `The program ${programAddress} belongs to ${owner}, so its upgrade authority is unknown. ` +
        'Deploy it with the upgradeable loader.',
    );
  }

  async #readAccount(at: Address, length?: number) {
    const { rpc } = this.#options.chain;
    const slice = length === undefined ? {} : { dataSlice: { offset: 0, length } };
    const settings = { commitment: 'confirmed', encoding: 'base64', ...slice } as const;
    const { value } = await rpc.getAccountInfo(at, settings).send();
    if (!value) throw new Error(`There is no account ${at}: deploy the program first.`);
    const { owner, space } = value;
    return { owner, space, data: new Uint8Array(Buffer.from(value.data[0], 'base64')) };
  }
}

export function readProgramAccount(data: Uint8Array): Address | undefined {
  return stateOf(data) === STATE_PROGRAM ? bytesToAddress(data.subarray(4, 36)) : undefined;
}

export function decodeProgramData(data: Uint8Array) {
  if (stateOf(data) !== STATE_PROGRAM_DATA || data.length < PROGRAM_DATA_HEAD_BYTES) {
    throw new Error('The code of the program is not where the loader keeps it.');
  }
  const hasAuthority = data[HAS_AUTHORITY_OFFSET] === 1;
  const authority = data.subarray(HAS_AUTHORITY_OFFSET + 1, PROGRAM_DATA_HEAD_BYTES);
  return {
    deployedSlot: new DataView(data.buffer, data.byteOffset).getBigUint64(SLOT_OFFSET, true),
    upgradeAuthority: hasAuthority ? bytesToAddress(authority) : null,
    code: data.subarray(PROGRAM_DATA_HEAD_BYTES),
  };
}

function stateOf(data: Uint8Array): number {
  return data.length < 4 ? -1 : new DataView(data.buffer, data.byteOffset).getUint32(0, true);
}
