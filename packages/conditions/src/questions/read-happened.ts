// Reads a token event from the parts of a question.
import type { EventWord } from './lexicon.ts';
import { Refused } from './refused.ts';
import type { Happened } from './statement.ts';
import { has, kindsOf, only, type Parts, terms } from './statement-parts.ts';

const MEASURED = [
  ...(['metric', 'comparator', 'or_more', 'minimum', 'tokens', 'change', 'trend'] as const),
];

/** A migration or a completed curve; undefined if the question measures something. */
export function readHappened(parts: Parts): Happened | undefined {
  const hasCurve = has(parts, 'curve');
  const events = terms(parts, 'event').map(({ event }) => event);
  if (!hasCurve && events.length === 0) return undefined;
  const isMeasured = MEASURED.some((kind) => has(parts, kind));
  if (parts.amounts.length > 0 || isMeasured) throw new Refused('it says more than one thing');
  if (has(parts, 'move')) throw new Refused('it does not say plainly what happens');
  const isCompleted = has(parts, 'complete') || isSaid(parts, 'end', /^finish/);
  if (hasCurve && !isCompleted) throw new Refused('it does not say what the curve does');
  // "Its bonds sell out" is about other bonds.
  const isDone = !hasCurve && has(parts, 'complete') && !isSaid(parts, 'event', /ation$/);
  if (isDone) throw new Refused('it does not say plainly what happens');
  const said: EventWord[] = hasCurve ? [...events, 'curve_complete'] : events;
  const event = only(said, 'thing that happens') ?? 'curve_complete';
  // "Migrate from Raydium" is another move than the one to it.
  const beforeVenue = parts.pieces[kindsOf(parts).indexOf('venue') - 1];
  if (beforeVenue?.text === 'from') throw new Refused('it does not say plainly what happens');
  const venues = terms(parts, 'venue').map(({ launchpad }) => launchpad);
  const launchpads = terms(parts, 'launchpad').map(({ launchpad }) => launchpad);
  const launchpad = only([...venues, ...launchpads], 'place') ?? null;
  // A question that names the pool's venue means the migration, not just a complete curve.
  const isMoved = venues.length > 0;
  return { kind: 'happened', event: isMoved ? 'migrated' : event, launchpad };
}

function isSaid(parts: Parts, kind: 'end' | 'event', pattern: RegExp): boolean {
  const kinds = kindsOf(parts);
  return parts.pieces.some(({ text }, index) => kinds[index] === kind && pattern.test(text));
}
