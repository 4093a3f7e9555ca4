// What happens to a token, as a structured condition: it graduates or migrates, an authority is
// revoked, its creator sells. Or how many tokens of a launchpad it happens to.
import type { Launchpad } from '../condition-input.ts';
import type { Fields } from '../field-reader.ts';
import type { Timing } from '../kinds/shared/threshold.ts';
import { findLaunches, PAD_NAMES } from '../launches/launchpads.ts';
import { DAY, endsAt, fitOf, type Moment } from './moment.ts';
import { type QuestionInput, Refused, type Said } from './said.ts';
import type { Subject } from './subject.ts';

export function happened(
  said: Said,
  subject: Subject,
  timing: Timing,
  input: QuestionInput,
): Fields {
  if (subject.kind === 'feed') throw new Refused(`no source measures that of ${subject.symbol}`);
  const isRevoked = said.event === 'revoked';
  const isPart = said.full !== undefined && said.full.percent !== '100';
  const isSold = said.event === 'sold' && said.who === 'creator' && !said.authority;
  const isToken = said.event !== 'sold' && !said.authority && !said.who;
  const isPlain = isRevoked ? said.authority && said.who !== 'top' : isSold || isToken;
  if (said.metric !== undefined || isPart || !isPlain)
    throw new Refused('it does not say plainly what happens');
  const isNegated = said.not !== undefined;
  if (isNegated && timing !== 'any_time_before')
    throw new Refused('it asks whether something does not happen');
  const when = { timing: isNegated ? 'never_before' : timing };
  if (isRevoked) return { type: 'authority', authority: said.authority, ...when };
  if (isSold) {
    if (timing === 'at_expiry') throw new Refused('it is not clear when it must be so');
    return { type: 'holding', wallet: creatorOf(input), comparator: 'lt', times: '1', ...when };
  }
  const launchpad = chooseLaunchpad(said.pad, input);
  return { type: 'token_event', event: said.event, launchpad, ...when };
}

export function creatorOf({ token }: QuestionInput): string {
  if (token?.creator === undefined) throw new Refused('it is not known who created the token');
  return token.creator;
}

/** The launchpad that the question names, that the chain shows, or that the address ends with. */
function chooseLaunchpad(said: Said['pad'], { tokenAddress, token }: QuestionInput): Launchpad {
  if (token?.launchpad === null) throw new Refused('no bonding curve of the token is known');
  const suffix = /pump$/.test(tokenAddress ?? '') ? 'pump' : undefined;
  const known = token?.launchpad ?? (/bonk$/.test(tokenAddress ?? '') ? 'launchlab' : suffix);
  const isOther = said !== undefined && known !== undefined && said !== known;
  if (isOther || said === 'demo') throw new Refused('the token is not sold there');
  return said ?? known ?? 'pump';
}

/** "More than 500 tokens migrate from pump.fun today": how many, where, from when on. */
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
