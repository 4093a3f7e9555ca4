// A valid call with the names of its accounts, as the IDL gives them to the fixture's variant.
import { AccountRole } from '@solana/kit';
import type { ProgramInstruction } from '@tote/program-client';
import type { InstructionAccountNode } from 'codama';
import type { Checkpoint } from '../support/chain.ts';
import type { World } from '../support/world.ts';
import { type AccountType, classify } from './account-type.ts';
import type { Fixture } from './fixture.ts';
import { getInstructionNode, remainingName } from './idl.ts';
import { createStage, type Stage } from './stage.ts';

export interface Slot {
  index: number;
  name: string;
  type: AccountType;
  /** Which of the bettors this is, in calls that take several. */
  position?: number;
}

export interface Call {
  fixture: Fixture;
  stage: Stage;
  instruction: ProgramInstruction;
  slots: Slot[];
  /** The moment before the call. */
  checkpoint: Checkpoint;
}

export function prepareCall(fixture: Fixture): Call {
  const stage = createStage(fixture.isInitialized ?? true);
  const instruction = fixture.prepare(stage.world);
  const slots = nameSlots(fixture, instruction, stage);
  return { fixture, stage, instruction, slots, checkpoint: stage.world.save() };
}

function nameSlots(fixture: Fixture, { accounts }: ProgramInstruction, stage: Stage): Slot[] {
  const node = getInstructionNode(fixture.instruction);
  const takes = new Set(fixture.takes);
  const named = (node.accounts ?? []).filter(({ name, isOptional }) => {
    return !isOptional || takes.delete(name);
  });
  if (takes.size > 0) throw new Error(`${node.name} does not take ${[...takes]}`);
  const remaining = remainingName(node);
  if (remaining ? accounts.length <= named.length : accounts.length !== named.length) {
    throw new Error(`${node.name} (${fixture.variant}) has ${accounts.length} accounts`);
  }
  return accounts.map(({ address, role }, index) => {
    const type = classify(stage.world, address);
    const account = named[index];
    if (!account) return { index, name: remaining as string, type, position: index - named.length };
    expectRole(node.name, account, role);
    return { index, name: account.name, type };
  });
}

function expectRole(instruction: string, account: InstructionAccountNode, role: AccountRole): void {
  const isSigner = (role & AccountRole.READONLY_SIGNER) !== 0;
  const isWritable = (role & AccountRole.WRITABLE) !== 0;
  const isRight =
    (account.isSigner === 'either' || account.isSigner === isSigner) &&
    account.isWritable === isWritable;
  if (!isRight) throw new Error(`${instruction}: ${account.name} has another role in the IDL`);
}

/** One thing wrong with a valid call. */
export interface Mutation {
  /** The kind of fault, as the list of exceptions names it. */
  name: string;
  /** Which one of its kind. */
  detail: string;
  instruction: ProgramInstruction;
  /** What is done to the chain before the call. */
  apply?(world: World): void;
}
