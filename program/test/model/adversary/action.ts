import type { ProgramInstruction } from '@tote/program-client';
import { keys } from '../../support/genesis.ts';
import type { Key } from '../../support/key.ts';
import { attacker, everybody } from './cast.ts';

export interface Action {
  readonly name: string;
  /** Those who do it in good faith. */
  readonly meantFor: readonly Key[];
  /** Those who can try it. Where it makes no difference who does, only the attacker. */
  readonly triedBy: readonly Key[];
  by(key: Key): ProgramInstruction;
}

export type By = Action['by'];

export const action = (name: string, meantFor: readonly Key[], by: By): Action => ({
  name,
  meantFor,
  triedBy: everybody,
  by,
});

/** What anybody can do, with the same effect. */
export const openAction = (name: string, by: By): Action => ({
  name,
  meantFor: [keys.keeper],
  triedBy: [attacker],
  by,
});

/** The same, but nobody means well by it. */
export const hostileAction = (name: string, by: By): Action => ({
  ...openAction(name, by),
  meantFor: [],
});
