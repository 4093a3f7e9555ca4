// A random history with a thief in it. It holds one key of the others and a wallet of its own, sees
// what they send before it lands, puts its own transactions in front of and behind it, changes
// copies of it, and holds it back for a slot.
import { isSignerRole } from '@solana/kit';
import type { ProgramInstruction } from '@tote/program-client';
import fc from 'fast-check';
import { bettorAddress } from '../../support/build.ts';
import type { Key } from '../../support/key.ts';
import { withAccount } from '../../support/tamper.ts';
import { pick, rarely, sometimes } from '../commands/choices.ts';
import type { Action } from './action.ts';
import { listActions } from './actions.ts';
import { attacker, secondToken } from './cast.ts';
import { KIND_NAMES } from './kinds.ts';
import type { Stage } from './stage.ts';
import { clockSteps, observedSteps, type Step, sendStep } from './steps.ts';

const SLOTS_MAX = 12;
/** What the thief puts where somebody else's account belongs. */
const OWN_ACCOUNTS = [attacker.address, bettorAddress(attacker), secondToken];

const number = fc.nat(99_999);
const choice = fc.record({ what: number, who: number });

const attack = fc.record({
  choice,
  isInFront: fc.boolean(),
  /** Which account is replaced in the copy of what somebody sent. */
  copy: sometimes(number, 4),
});

const slot = fc.record({
  honest: fc.array(choice, { minLength: 1, maxLength: 3 }),
  attacks: fc.array(attack, { minLength: 1, maxLength: 3 }),
  isHeldBack: rarely(3),
  clock: sometimes(fc.nat(3), 3),
  observed: sometimes(number, 4),
});

export const histories = fc.record({
  kind: fc.constantFrom(...KIND_NAMES),
  slots: fc.array(slot, { minLength: 1, maxLength: SLOTS_MAX, size: 'max' }),
});

type Slot = typeof slot extends fc.Arbitrary<infer T> ? T : never;
type Attack = Slot['attacks'][number];
type Choice = Attack['choice'];

interface Sent {
  readonly step: Step;
  readonly instruction: ProgramInstruction;
}

/** Plays the slots, and notes what had an effect and what ended it. */
export function play(stage: Stage, stolen: Key, slots: readonly Slot[], notes: string[]): void {
  const run = (step: Step) => {
    notes.push(step.name);
    if (!step.run(stage)) notes.pop();
  };
  let heldBack: Sent[] = [];
  for (const { honest, attacks, isHeldBack, clock, observed } of slots) {
    const seen = [...heldBack, ...chooseHonest(stage, stolen, honest)];
    const landing = isHeldBack ? heldBack : seen;
    heldBack = isHeldBack ? seen.slice(heldBack.length) : [];
    for (const one of attacks) if (one.isInFront) run(chooseAttack(stage, stolen, one, seen));
    for (const { step } of landing) run(step);
    for (const one of attacks) if (!one.isInFront) run(chooseAttack(stage, stolen, one, seen));
    const changed = observed === null ? undefined : pick(observedSteps(stage), observed);
    if (changed) run(changed);
    const passed = pick(clockSteps(stage), clock === null ? 0 : clock + 1);
    if (passed) run(passed);
  }
}

function send(name: string, by: Key, instruction: ProgramInstruction): Sent {
  return { step: sendStep(`${by.name}: ${name}`, instruction), instruction };
}

/** What the others do in good faith. */
function chooseHonest(stage: Stage, stolen: Key, choices: readonly Choice[]): Sent[] {
  return choices.flatMap(({ what, who }) => {
    const action = pickByVerb(listActions(stage), what);
    const by = action && pick(action.meantFor, who);
    if (!action || !by || by === stolen) return [];
    return [send(action.name, by, action.by(by))];
  });
}

/** Mostly what the stolen key is for, sometimes anything with either key. */
function chooseAttack(stage: Stage, stolen: Key, { choice, copy }: Attack, seen: readonly Sent[]) {
  const { what, who } = choice;
  const copied = copy === null ? undefined : pick(seen, what);
  if (copied && copy !== null) return changeCopy(copied, stolen, copy);
  const actions = listActions(stage);
  const own = actions.filter(({ meantFor }) => meantFor.includes(stolen));
  const possible = actions.filter(({ triedBy }) => triedBy.includes(attacker));
  const isOwn = who % 2 === 0 && own.length > 0;
  const action = pickByVerb(isOwn ? own : possible, what) as Action;
  const by = isOwn || (action.triedBy.includes(stolen) && who % 3 === 0) ? stolen : attacker;
  return send(action.name, by, action.by(by)).step;
}

/** The thief signs where others did, and replaces one account by one of its own. */
function changeCopy({ step, instruction }: Sent, stolen: Key, choice: number): Step {
  const accounts = instruction.accounts.map((meta) => {
    const isOthers = isSignerRole(meta.role) && meta.address !== stolen.address;
    return isOthers ? { ...meta, address: attacker.address } : meta;
  });
  const index = choice % accounts.length;
  const address = pick(OWN_ACCOUNTS, choice >> 4) ?? attacker.address;
  const changed = withAccount({ ...instruction, accounts }, index, address);
  return sendStep(`${stolen.name}: a changed copy of ${step.name}`, changed);
}

const verbOf = ({ name }: Action): string => name.split(' ', 1)[0] ?? '';

/** What markets are about comes more often. */
const FREQUENT = ['bet', 'bet', 'resolve', 'resolve', 'settle'];

/** Every other kind of action is equally likely, however many there are of it. */
function pickByVerb(actions: readonly Action[], choice: number): Action | undefined {
  const verbs = [...new Set(actions.map(verbOf))];
  const weighted = [...verbs, ...FREQUENT.filter((verb) => verbs.includes(verb))];
  const verb = pick(weighted, choice);
  const chosen = actions.filter((one) => verbOf(one) === verb);
  return pick(chosen, Math.floor(choice / weighted.length));
}
