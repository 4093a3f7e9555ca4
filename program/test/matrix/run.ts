// Runs one fixture: the valid call first, then everything that is wrong with it.
import { AssertionError } from 'node:assert';
import { describeChanges } from '../support/snapshot.ts';
import { stateMutations } from './account-states.ts';
import { type Answer, attempt } from './attempt.ts';
import { type Call, type Mutation, prepareCall, type Slot } from './call.ts';
import { shapeMutations } from './data-mutations.ts';
import type { Fixture } from './fixture.ts';
import { castMutations, duplicateMutations, roleMutations } from './substitutions.ts';
import { expectPrefundedWorks, expectValid } from './valid.ts';

/** One mutation and what came of it. */
export interface Trial {
  fixture: Fixture;
  /** The account it was about; undefined if it was about the data or the list of accounts. */
  account?: string;
  mutation: string;
  detail: string;
  answer: Answer;
}

export function runFixture(fixture: Fixture): Trial[] {
  const call = prepareCall(fixture);
  const { world } = call.stage;
  expectValid(call);
  expectPrefundedWorks(call);
  const before = world.snapshot();
  const trials = call.slots.flatMap((slot) => {
    const mutations = [
      ...castMutations(call, slot),
      ...duplicateMutations(call, slot),
      ...roleMutations(call, slot),
      ...stateMutations(call, slot),
    ];
    return mutations.map((mutation) => tryOne(call, mutation, slot));
  });
  trials.push(...shapeMutations(call).map((mutation) => tryOne(call, mutation)));
  expectUntouched(call, before);
  return trials;
}

function tryOne(call: Call, mutation: Mutation, slot?: Slot): Trial {
  const { world } = call.stage;
  const { name, detail, apply } = mutation;
  const answer = attempt(call, mutation, slot);
  const isFailed = answer.kind === 'refused' || answer.kind === 'stopped';
  if (apply || !isFailed) world.restore(call.checkpoint);
  return { fixture: call.fixture, account: slot?.name, mutation: name, detail, answer };
}

/** After all of it the whole chain is what it was, but for the fees. */
function expectUntouched({ stage }: Call, before: ReturnType<typeof stage.world.snapshot>): void {
  const payer = stage.world.feePayer.address;
  before.delete(payer);
  // Addresses that a call named since then are new in the snapshot; each attempt looked at its own.
  const after = [...stage.world.snapshot()].filter(([address]) => before.has(address));
  const changes = describeChanges(before, new Map(after));
  if (changes.length > 0) throw new AssertionError({ message: changes.join('\n') });
}
