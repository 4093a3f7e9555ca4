// What leaves open which time is meant, or from where a change is counted, although the sentence is
// English. Money follows the reading, so each of them is attested.
import type { Moment, Relation } from './moment.ts';
import { Refused, type Said } from './said.ts';

type Doubt = readonly [why: string, (said: Said, moments: readonly Moment[]) => boolean];

const DEADLINES: readonly Relation[] = ['by', 'before', 'within', 'during', 'in'];
const hasDeadline = (moments: readonly Moment[]) =>
  moments.some(({ relation }) => DEADLINES.includes(relation));
const isNamed = ({ expiries }: Moment) => expiries !== undefined;
const isDay = ({ relation, expiries }: Moment) =>
  expiries !== undefined && (relation === 'at' || relation === 'later');

/** "Up on Friday" is counted from its beginning, "up at expiry" and "higher on Friday" from now. */
export function namesPeriod({ percent, since, when = [] }: Said): boolean {
  const isPeriod = ({ relation, expiries, beginsEarlier }: Moment) =>
    expiries && (beginsEarlier || (relation !== 'in' && relation !== 'within'));
  return percent === '0' && since === undefined && when.some(isPeriod);
}

const EARLIER = 'it counts a change from an earlier time than now';

/** The start has passed, and nobody measured the value then. Offers the same change from now on. */
export function refuseEarlier({ when = [], ...said }: Said): never {
  const fromNow = when.map(({ beginsEarlier: _, ...moment }) => moment);
  throw new Refused(EARLIER, [{ ...said, since: 'said', when: fromNow }]);
}

const DOUBTS: readonly Doubt[] = [
  [
    'it has no verb and no deadline',
    ({ verb }, moments) => verb === 'none' && !hasDeadline(moments),
  ],
  [
    // "Has SOL hit $250?" asks what was.
    'it does not ask what will be',
    ({ tense }, moments) =>
      tense !== undefined &&
      (moments.length === 0 || (tense === 'past' && moments.some((each) => each.beginsEarlier))),
  ],
  [
    // "Never close above 100" is about every close, not about every moment.
    'it is not clear which close is meant',
    ({ does, not }) => does === 'ends' && not === 'never',
  ],
  [
    // "End up at least 250" may be 250.
    'it is not clear whether a change is meant',
    ({ does, change, amount }) => does === 'ends' && change !== undefined && amount !== undefined,
  ],
  [
    EARLIER,
    (said, moments) =>
      said.change !== undefined &&
      !namesPeriod(said) &&
      moments.some(({ beginsEarlier }) => beginsEarlier),
  ],
  [
    // "Up 5 % on Friday" may count from its beginning, "end the week higher" from the last week.
    'it is not clear from where the change is counted',
    ({ change, percent, since, does }, moments) => {
      if (change === undefined || since === 'said' || (since === undefined && percent === '0')) {
        return false;
      }
      if (does === 'ends') return moments.some(isNamed);
      return does === 'is' && since === undefined && moments.some(isDay);
    },
  ],
  [
    'it is not clear whether any moment or the last one counts',
    ({ change, percent, does }, moments) =>
      change !== undefined &&
      percent !== '0' &&
      does === 'is' &&
      moments.some(({ relation }) => relation === 'within'),
  ],
  [
    // The holders may lose money, or become fewer.
    'it is not clear what of the holders is meant',
    ({ who, change, amount }) => who === 'holders' && change !== undefined && amount === undefined,
  ],
];

/** Throws `Refused`. */
export function refuseDoubts(said: Said, moments: readonly Moment[]): void {
  const [why] = DOUBTS.find(([, isDoubtful]) => isDoubtful(said, moments)) ?? [];
  if (why === EARLIER) refuseEarlier(said);
  if (why !== undefined) throw new Refused(why);
}
