// Whether a question that nothing measures asks for an event. If nobody attests an event, it has
// not happened. Of anything else silence says nothing.
import type { Tokens } from './chart.ts';
import { findMoments } from './find-moments.ts';
import { fitOf } from './moment.ts';
import { LENGTH_MAX, normaliseQuestion } from './normalise-question.ts';
import { parseQuestion } from './parse-question.ts';
import type { QuestionInput } from './said.ts';
import { isTimeWord } from './words.ts';

/** Negations, states, comparisons, conditions: the answer is not No because nobody spoke. */
const OTHERWISE = new RegExp(
  `\\b(?:${[
    'not|no|never|none|neither|nor|nobody|nothing|without|fail|avoid|miss|cancel|delay|refus',
    'refrain|abstain|resist|prevent|avert|dodge|evade|escape|withhold|withstand|declin|stop',
    'hardly|barely|few|rarely|seldom|zero|0|anything but|un\\w+ed|lack|lose|lost|skip|short',
    'surviv|last|stay|remain|keep|hold|continu|maintain|persist|endur|retain|preserv|sustain',
    'defend|honor|respect|comply|go on|run|paus|still|always|constantly|have|has|own|need',
    'more|less|fewer|higher|lower|greater|bigger|smaller|larger|better|worse|than|most|least',
    'best|worst|first|highest|lowest|largest|biggest|average|all|every|each|only|either|both',
    'between|equal|exactly|precisely|just|same|above|below|over|under|up to|maximum|minimum',
    'within|outperform|underperform|beat|lead|lag|trail|match|rank|outliv|while|until|unless',
    'if|whether|or|false|true|instead|sideways|flat|near',
  ].join('|')})\\w{0,3}\\b|[<>\u2264\u2265]`,
);
/** What somebody does at one moment. A verb that is not among them may last, or deny. */
const ACTS = new Set(
  (
    'accept acquire add admit adopt agree air announce appear appoint approve arrest attack ' +
    'award ban become begin bomb bring burn buy capture cease charge collapse complete ' +
    'confirm convict cut debut decide declare default delist deploy die disclose discover ' +
    'divorce drop endorse enter erupt execute file fine fire fork freeze give graduate hack ' +
    'hail happen hike hire impeach indict introduce invade issue join kill land launch ' +
    'legalize liquidate list marry meet merge migrate mint name nominate occur open pardon ' +
    'pass pay perform pledge post publish rain raise ratify reach recall reject release ' +
    'remove rename renounce replace resign respond retire reveal revoke rug rule schedule ' +
    'score sell send settle ship shut sign snow speak start step strike sue surrender suspend ' +
    'testify transfer tweet unveil update upgrade veto visit vote win withdraw write'
  ).split(' '),
);
/** Before a noun: "prevent the launch". */
const BEFORE_NOUN =
  /^(?:the|an?|its|his|her|their|our|my|this|that|to|from|of|'s|for|and|new|any)$/;
/** What happens to somebody at one moment: "be elected" is an event, "be married" a state. */
const HAPPENS = [
  'accepted|acquired|acquitted|activated|added|adopted|announced|appointed|approved|arrested',
  'assassinated|awarded|banned|beaten|born|broken|burned|burnt|chosen|charged|confirmed',
  'convicted|crowned|defeated|delisted|deployed|deported|detected|discovered|drafted|drained',
  'dropped|elected|eliminated|evacuated|exploited|extradited|fired|found|given|hacked|halted',
  'hit|impeached|indicted|injured|killed|launched|listed|merged|minted|named|nominated|opened',
  'pardoned|passed|posted|promoted|renounced|revoked|burned|published|qualified|ratified',
  're-?elected|recalled|rejected|released|relegated|removed|renamed|repealed|replaced',
  'sanctioned|sent|sentenced|signed|sold|stolen|suspended|taken|transferred|upgraded|vetoed',
  'won|written',
].join('|');
const PASSIVE = new RegExp(`\\b(?:be|get) (?:officially |finally )?(?:${HAPPENS})\\b`);
const STATE = new RegExp(`\\bbe\\b(?! (?:officially |finally )?(?:${HAPPENS})\\b)`);

/** "Go live" and "go public" happen, too. */
function happens(text: string): boolean {
  if (PASSIVE.test(text) || /\bgo (?:live|public|bankrupt)\b|\bget (?:an?|the) \w/.test(text))
    return true;
  const words = text.split(' ');
  return words.some(
    (word, at) => at > 1 && ACTS.has(word) && !BEFORE_NOUN.test(words[at - 1] ?? ''),
  );
}

export function asksForEvent(input: QuestionInput): boolean {
  const { question, expiresAt, now } = input;
  if (question.length > LENGTH_MAX) return false;
  const { text } = normaliseQuestion(question);
  // What the grammar derives is about a number, and has no answer by silence.
  const { readings, tokens } = parseQuestion(input);
  if (readings.length > 0 || isAboutValue(tokens)) return false;
  if (!/^will (?!not )/.test(text) || OTHERWISE.test(text) || STATE.test(text)) return false;
  if (!happens(text)) return false;
  const moments = findMoments(text, { expiresAt, now });
  const rest = moments.reduce((left, moment) => left.replace(moment.text, ''), text);
  if (rest.split(/[^a-z0-9']+/).some(isTimeWord)) return false;
  // At another time than the expiry nobody knows whether it will still happen.
  return moments.every(
    (moment) => moment.problem === undefined && fitOf(moment, expiresAt) === 'same',
  );
}

const NAMES = new Set(['asset', 'ticker', 'name', 'address', 'pair']);
const AMOUNTS = new Set(['money', 'number', 'sol', 'assets', 'percent', 'multiple', 'unclear']);
const MOVES = new RegExp(
  `^(?:${[
    'rise|fall|drop|climb|rally|surge|jump|grow|pump|dump|moon|crash|dip|increase|decrease',
    'recover|struggle|gain|lose',
  ].join('|')})s?$`,
);

/** Silence says nothing about a price, even if the grammar does not derive the sentence. */
function isAboutValue(tokens: Tokens): boolean {
  const times = [...tokens].flatMap(([from, list]) =>
    list.filter(({ kind }) => kind === 'when').map(({ next }) => ({ from, next })),
  );
  const isInTime = (at: number) => times.some(({ from, next }) => at >= from && at < next);
  const all = [...tokens].filter(([at]) => !isInTime(at)).flatMap(([, list]) => list);
  const isNamed = all.some(({ kind }) => NAMES.has(kind));
  const isMoving = all.some(({ kind, text }) => kind === 'word' && MOVES.test(text));
  const hasAmount = all.some(({ kind, text }) => AMOUNTS.has(kind) || /^\d/.test(text));
  const goesUp = all.some(({ text }) => text === 'up' || text === 'down');
  return isNamed && (hasAmount || isMoving || goesUp);
}
