// Whether a question means the expiry or any time before.
import type { UnixSeconds } from '@tote/domain';
import type { Timing } from '../kinds/shared/threshold.ts';
import type { Moment } from './moment.ts';
import { Refused } from './said.ts';

interface Manner {
  /** The verb is about a change (reach, hit), not about a state (be). */
  readonly isMoving: boolean;
  /** It must stay so: stay, remain, keep. */
  readonly isLasting: boolean;
  /** The verb is close, end or finish. */
  readonly isEnding: boolean;
  readonly now: UnixSeconds | undefined;
}

export function readTiming(moments: readonly Moment[], manner: Manner): Timing {
  const problem = moments.find((moment) => moment.problem !== undefined)?.problem;
  if (problem !== undefined) throw new Refused(problem);
  if (manner.isLasting) return readLasting(moments, manner);
  const [timing, ...others] = moments.map((moment) => timingOf(moment, manner));
  if (others.some((other) => other !== timing)) throw new Refused('it names more than one time');
  return timing ?? (manner.isMoving ? 'any_time_before' : 'at_expiry');
}

/** "Stay above 100 until Friday" says that it does not fall to 100 at any time before. */
function readLasting(moments: readonly Moment[], manner: Manner): Timing {
  for (const moment of moments) {
    // "Stay above 100 on Friday" is about that day alone.
    const isClear = ['until', 'before', 'within', 'during'].includes(moment.relation);
    if (!isClear) throw new Refused('it is not clear how long it must stay so');
    if (moment.relation !== 'until') timingOf(moment, { ...manner, isMoving: true });
  }
  return 'never_before';
}

function timingOf(
  { relation, startsAt, expiries, text }: Moment,
  { isMoving, isEnding, now }: Manner,
): Timing {
  switch (relation) {
    case 'before':
    case 'by':
      // "Close above 100 by expiry" is about the last moment, "at any time before" is not.
      if (isEnding && (expiries || /\b(?:any|some|ever)/.test(text))) {
        throw new Refused('it is not clear which close is meant');
      }
      return isEnding ? 'at_expiry' : 'any_time_before';
    case 'at':
      // "hit 250 on Friday" is not "hit 250 before Friday".
      if (isMoving && expiries)
        throw new Refused('it speaks of a day, and the market counts earlier too');
      return 'at_expiry';
    case 'until':
      throw new Refused('it asks for something to last');
    case 'in':
      return isMoving ? 'any_time_before' : 'at_expiry';
    case 'within':
      if (isEnding && /^(?:later )?(?:today|tonight)$/.test(text)) return 'at_expiry';
      if (isEnding) throw new Refused('it is not clear which close is meant');
      if (!isMoving) throw new Refused('it is not clear whether any moment or the last one counts');
      return 'any_time_before';
    case 'during': {
      const hasBegun = now !== undefined && startsAt !== undefined && now >= startsAt;
      if (isEnding) throw new Refused('it is not clear which close is meant');
      if (!isMoving || !hasBegun) throw new Refused('it speaks of a time that begins later');
      return 'any_time_before';
    }
    case 'later':
      if (isMoving || !expiries) throw new Refused('it speaks of a time that begins later');
      return 'at_expiry';
  }
}
