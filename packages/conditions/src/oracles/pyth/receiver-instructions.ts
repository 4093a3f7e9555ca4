// The two instructions of Pyth's receiver that we send.
import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
import {
  findGuardianSetAddress,
  findPythConfigAddress,
  findPythTreasuryAddress,
} from '../derived-addresses.ts';
import type { SignedUpdate } from './signed-update.ts';

const POST_UPDATE_ATOMIC = Uint8Array.of(0x31, 0xac, 0x54, 0xc0, 0xaf, 0xb4, 0x34, 0xea);
const RECLAIM_RENT = Uint8Array.of(0xda, 0xc8, 0x13, 0xc5, 0xe3, 0x59, 0xc0, 0x16);
/** Any of the 256 will do; the first is the one that most surely exists. */
const TREASURY = 0;

const POST_UNITS = 60_000;
/** Recovering and hashing the key of a signer, with a margin. */
const SIGNATURE_UNITS = 35_000;
export const RECLAIM_UNITS = 20_000;

/** Verifies the signatures and the proof, and writes the price to an account. */
export async function getPostUpdateInstruction(input: {
  readonly receiver: Address;
  /** The program that has the sets of signers, as the receiver's settings name it. */
  readonly wormhole: Address;
  readonly payer: Address;
  readonly account: Address;
  readonly update: SignedUpdate;
}): Promise<Instruction> {
  const { receiver, wormhole, payer, account, update } = input;
  const { message, proof, vaa } = update;
  const [guardianSet, config, treasury] = await Promise.all([
    findGuardianSetAddress(wormhole, vaa.guardianSet),
    findPythConfigAddress(receiver),
    findPythTreasuryAddress(receiver, TREASURY),
  ]);
  return {
    programAddress: receiver,
    accounts: [
      { address: payer, role: AccountRole.WRITABLE_SIGNER },
      { address: guardianSet, role: AccountRole.READONLY },
      { address: config, role: AccountRole.READONLY },
      { address: treasury, role: AccountRole.WRITABLE },
      { address: account, role: AccountRole.WRITABLE_SIGNER },
      { address: SYSTEM_PROGRAM_ADDRESS, role: AccountRole.READONLY },
      { address: payer, role: AccountRole.READONLY_SIGNER },
    ],
    data: concat([
      POST_UPDATE_ATOMIC,
      ...[length(vaa.bytes.length), vaa.bytes],
      ...[length(message.length), message],
      ...[length(proof.length), ...proof],
      Uint8Array.of(TREASURY),
    ]),
  };
}

/** What the verification of that many signatures needs. */
export const postUpdateUnits = ({ vaa }: SignedUpdate): number =>
  POST_UNITS + vaa.signatures * SIGNATURE_UNITS;

/** Closes an account that `payer` posted to. The payer gets its rent back. */
export function getReclaimRentInstruction(
  receiver: Address,
  { payer, account }: { readonly payer: Address; readonly account: Address },
): Instruction {
  return {
    programAddress: receiver,
    accounts: [
      { address: payer, role: AccountRole.WRITABLE_SIGNER },
      { address: account, role: AccountRole.WRITABLE },
    ],
    data: RECLAIM_RENT,
  };
}

/** Little-endian, before each list. */
function length(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
