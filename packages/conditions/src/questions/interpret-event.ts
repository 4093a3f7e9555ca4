// What happens to a token, as a structured condition: it graduates or migrates, an authority is
// revoked, its creator sells.
import type { Launchpad } from '../condition-input.ts';
import type { Fields } from '../field-reader.ts';
import type { Timing } from '../kinds/shared/threshold.ts';
import { Refused } from './refused.ts';
import type { QuestionInput, Said } from './said.ts';
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
