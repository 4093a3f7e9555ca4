// "More than 500 tokens migrate from pump.fun today": how many, of which launchpad, from when on.
import type { Fields } from '../field-reader.ts';
import { findLaunches, PAD_NAMES } from '../launches/launchpads.ts';
import { DAY, endsAt, fitOf, type Moment } from './moment.ts';
import { Refused } from './refused.ts';
import type { QuestionInput, Said } from './said.ts';

export function countLaunches(said: Said, input: QuestionInput): Fields {
  const { launches: event, pad: launchpad, amount, cmp: comparator = 'gte' } = said;
  if (input.tokenAddress !== null) throw new Refused('it is about the tokens of a launchpad');
  if (!event || !launchpad) throw new Refused('it does not say what is counted');
  if (event === 'completed') {
    const why =
      'a trade completes a curve, and no account lists those trades apart from all others';
    throw new Refused(`${why}; migrations can be counted`, [{ ...said, launches: 'migrated' }]);
  }
  if (!findLaunches(launchpad, event)) {
    const pad = PAD_NAMES[launchpad];
    throw new Refused(`no account lists what is created on ${pad} apart from all trades there`);
  }
  if (!amount || amount.unit !== null || amount.value.includes('.')) {
    throw new Refused('it does not say how many tokens');
  }
  const from = startOf(said.when ?? [], input);
  return { type: 'launchpad_count', launchpad, event, comparator, threshold: amount.value, from };
}

/** A day and a week are counted from their beginning, what has only an end from now. */
function startOf(moments: readonly Moment[], { now, expiresAt }: QuestionInput): number {
  const [moment, ...others] = moments;
  if (!moment || others.length > 0 || now === undefined) {
    throw new Refused('it does not say in which period they are counted');
  }
  if (moment.problem !== undefined) throw new Refused(moment.problem);
  if (fitOf(moment, expiresAt) !== 'same') {
    throw new Refused('it names another time than the end of the market');
  }
  const { relation, text, expiries, beginsEarlier, startsAt } = moment;
  if (relation === 'by' || relation === 'before') return now;
  if (relation === 'within' && !beginsEarlier) return now;
  const period = expiries?.find((each) => endsAt(each, expiresAt));
  if (period && text === 'this week') return period.to - 7 * DAY;
  const isDay = (relation === 'at' && moment.isDate) || relation === 'later' || text === 'today';
  if (period && isDay && period.to - period.from === DAY) return period.from;
  if (period && relation === 'during' && startsAt !== undefined && startsAt > now) return startsAt;
  throw new Refused('it is not clear from when on they are counted');
}
