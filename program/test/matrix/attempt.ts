// Sends one changed call and says what came of it.
import { type Address, isWritableRole } from '@solana/kit';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  BETTOR_ACCOUNT_TYPE,
  errorNumber,
  MARKET_ACCOUNT_TYPE,
  type ProgramInstruction,
  SYSTEM_PROGRAM_ADDRESS,
  verdictName,
} from '@tote/program-client';
import type { Result } from '../support/result.ts';
import { describeChanges, type Snapshot } from '../support/snapshot.ts';
import { tokenProgram } from '../support/tokens.ts';
import type { World } from '../support/world.ts';
import type { Call, Mutation, Slot } from './call.ts';
import { getInstructionNode, tagOf } from './idl.ts';

export type Answer =
  /** The program refused, with one of its numbers. */
  | { kind: 'refused'; by: string }
  /** A program that it called did, or the runtime did when it called. */
  | { kind: 'stopped'; by: string }
  /** The transaction went through, but the bet or position met an error and nothing moved. */
  | { kind: 'verdict'; by: string }
  | { kind: 'accepted' }
  /** Neither refused nor done: something changed in a failed call, or the program broke down. */
  | { kind: 'broken'; by: string };

/** Sends it and proves that a refused call changed nothing. Success leaves its changes. */
export function attempt(call: Call, mutation: Mutation, slot?: Slot): Answer {
  const { world } = call.stage;
  mutation.apply?.(world);
  const touched = touchedBy(world, mutation.instruction);
  const before = world.snapshot(touched);
  const result = world.send(mutation.instruction);
  const after = world.snapshot(touched);
  if (result.ok) return judge({ call, mutation, slot, result, before, after });
  const payment = { payer: world.feePayer.address, fee: result.fee };
  const changes = describeChanges(before, after, payment);
  if (changes.length > 0) return { kind: 'broken', by: `changed ${changes.join('; ')}` };
  return readFailure(result);
}

/** All that a call can change, and first of all who pays its fee. */
export function touchedBy(world: World, { accounts }: ProgramInstruction): Address[] {
  const writable = accounts.filter(({ role }) => isWritableRole(role));
  return [world.feePayer.address, ...writable.map(({ address }) => address)];
}

/** Whose refusals of a call that the program makes are as good as its own. */
const CALLED: Record<string, string> = {
  [SYSTEM_PROGRAM_ADDRESS]: 'System program',
  [tokenProgram]: 'token program',
  [ASSOCIATED_TOKEN_PROGRAM_ADDRESS]: 'Associated Token program',
};
const PRIVILEGE = 'Cross-program invocation with unauthorized signer or writable account';

/** Anything but a number, a callee's refusal and a refused call is a breakdown. */
function readFailure({ error, logs }: Result): Answer {
  if (error?.kind === 'refused') return { kind: 'refused', by: error.name };
  for (const line of logs) {
    const [, program, reason] = /^Program (\S+) failed: (.*)$/.exec(line) ?? [];
    if (!program) continue;
    const callee = CALLED[program];
    if (callee) return { kind: 'stopped', by: callee };
    if (reason === PRIVILEGE) return { kind: 'stopped', by: 'runtime' };
    return { kind: 'broken', by: `${program}: ${reason}` };
  }
  return { kind: 'broken', by: `${error?.name}` };
}

interface Landed {
  call: Call;
  mutation: Mutation;
  slot?: Slot;
  result: Result;
  before: Snapshot;
  after: Snapshot;
}

/** A batch goes through even if none of its bets or positions does: then the verdicts decide. */
function judge({ call, mutation, slot, result, before, after }: Landed): Answer {
  const verdicts = readVerdicts(result);
  const refused = verdicts.filter((verdict) => verdict !== 0);
  if (refused.length === 0) return { kind: 'accepted' };
  if (refused.length === verdicts.length) return compare(refused, before, after);
  // The rest of the batch went through, and exactly as if the refused one had not been in it.
  const { world } = call.stage;
  world.restore(call.checkpoint);
  mutation.apply?.(world);
  const isSpoiled = slot?.position !== undefined;
  const position = isSpoiled ? slot.position : verdicts.findIndex((verdict) => verdict !== 0);
  const batch = isSpoiled ? call.instruction : mutation.instruction;
  world.must(withoutPosition(batch, position as number));
  const answer = compare(refused, world.snapshot([...after.keys()]), after);
  return isSpoiled || answer.kind === 'broken' ? answer : { kind: 'accepted' };
}

/** The verdicts of a batch; none of any other call. */
export function readVerdicts({ events: [event] }: Result): number[] {
  if (event?.name === 'BetsPlaced') return event.bets.map(({ verdict }) => verdict);
  if (event?.name === 'PositionsSettled') return event.positions.map(({ verdict }) => verdict);
  return [];
}

function compare(verdicts: number[], expected: Snapshot, actual: Snapshot): Answer {
  const isAuthorized = verdicts.every((verdict) => !UNAUTHORIZED.includes(verdict));
  const hidden = isAuthorized ? [SEQUENCE, BET_WINDOW] : [SEQUENCE];
  const changes = describeChanges(hide(expected, hidden), hide(actual, hidden));
  if (changes.length > 0) return { kind: 'broken', by: `moved ${changes.join('; ')}` };
  return { kind: 'verdict', by: verdictName(verdicts[0] as number) };
}

/** Verdicts that come before the id of a bet is used up. */
const UNAUTHORIZED: number[] = (
  ['NotABettor', 'NotAuthorized', 'WrongEpoch', 'DelegateExpired', 'NothingToSettle'] as const
).map(errorNumber);

interface Field {
  accountType: number;
  from: number;
  to: number;
}

const SEQUENCE: Field = { accountType: MARKET_ACCOUNT_TYPE, from: 8, to: 16 };
const BET_WINDOW: Field = { accountType: BETTOR_ACCOUNT_TYPE, from: 168, to: 208 };

/** Without the fields that count calls, and without who pays the fee of one. */
function hide(snapshot: Snapshot, fields: Field[]): Snapshot {
  const entries = [...snapshot].slice(1).map(([address, account]) => {
    const data = Buffer.from(account.data);
    for (const { accountType, from, to } of fields) {
      if (data[0] === accountType) data.fill(0, from, to);
    }
    return [address, { ...account, data }] as const;
  });
  return new Map(entries);
}

const HEAD_BYTES = 8;
const BET_BYTES = 24;
const BETTOR_OFFSET = 22;
const HINT_BYTES = 2;
const PLACE_BETS = tagOf(getInstructionNode('placeBets'));

/** The same batch without one of its bettors. */
function withoutPosition(
  { data, accounts, ...rest }: ProgramInstruction,
  position: number,
): ProgramInstruction {
  const isBets = data[0] === PLACE_BETS;
  const width = isBets ? BET_BYTES : HINT_BYTES;
  const items: Uint8Array[] = [];
  for (let at = HEAD_BYTES; at < data.length; at += width) {
    items.push(Uint8Array.from(data.slice(at, at + width)));
  }
  // One item for each bettor, in their order.
  items.splice(position, 1);
  if (isBets) for (const [index, bet] of items.entries()) bet[BETTOR_OFFSET] = index;
  const head = Uint8Array.from(data.slice(0, HEAD_BYTES));
  head[isBets ? 2 : 1] = items.length;
  const first = accounts.length - items.length - 1;
  return {
    ...rest,
    data: Buffer.concat([head, ...items]),
    accounts: accounts.toSpliced(first + position, 1),
  };
}
