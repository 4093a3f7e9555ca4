// Whether a question that nothing measures asks for an event. If nobody attests an event, it has
// not happened. Of anything else silence says nothing.
import type { Tokens } from './chart.ts';
import { findMoments } from './find-moments.ts';
import { fitOf } from './moment.ts';
import { LENGTH_MAX, normaliseQuestion } from './normalise-question.ts';
import { parseQuestion } from './parse-question.ts';
import type { QuestionInput } from './said.ts';
import { isTimeWord } from './time-words.ts';

/** Negations, states, comparisons, conditions: the answer is not No because nobody spoke. */
const OTHERWISE = new RegExp(
  `\\b(?:${[
    'not|no|never|none|neither|nor|nobody|nothing|without|fails?|avoid|miss|cancel|delay|refuse',
    'lack|lose|skip|short|survive|last|stay|remain|keep|hold|continue|maintain|still|always|constantly|have|has|own|need',
    'more|less|fewer|higher|lower|greater|bigger|smaller|larger|better|worse|than|most|least|best',
    'worst|first|last|highest|lowest|largest|biggest|average|all|every|each|only|either|both',
    'between|equal|exactly|same|above|below|over|under|outperform|while|until|unless|if|whether|or',
    'false|true|instead',
  ].join('|')})s?\\b`,
);
/** What happens to somebody at one moment: "be elected" is an event, "be married" a state. */
const HAPPENS = [
  'accepted|acquired|acquitted|activated|added|adopted|announced|appointed|approved|arrested',
  'assassinated|awarded|banned|beaten|born|broken|burned|burnt|chosen|charged|confirmed|convicted',
  'crowned|defeated|delisted|deployed|deported|detected|discovered|drafted|drained|dropped|elected',
  'eliminated|evacuated|exploited|extradited|fired|found|given|hacked|halted|hit|impeached',
  'indicted|injured|killed|launched|listed|merged|minted|named|nominated|opened|pardoned|passed',
  'posted|promoted|published|qualified|ratified|re-?elected|recalled|rejected|released|relegated',
  'removed|renamed|repealed|replaced|sanctioned|sent|sentenced|signed|sold|stolen|suspended|taken',
  'transferred|upgraded|vetoed|won|written',
].join('|');
const STATE = new RegExp(`\\bbe\\b(?! (?:${HAPPENS})\\b)`);

export function asksForEvent(input: QuestionInput): boolean {
  const { question, expiresAt, now } = input;
  if (question.length > LENGTH_MAX) return false;
  const { text } = normaliseQuestion(question);
  // What the grammar derives is about a number, and has no answer by silence.
  const { readings, tokens } = parseQuestion(input);
  if (readings.length > 0 || isAboutValue(tokens)) return false;
  if (!/^will (?!not )/.test(text) || OTHERWISE.test(text) || STATE.test(text)) return false;
  const moments = findMoments(text, { expiresAt, now });
  const rest = moments.reduce((left, moment) => left.replace(moment.text, ''), text);
  if (rest.split(' ').some(isTimeWord)) return false;
  // At another time than the expiry nobody knows whether it will still happen.
  return moments.every(
    (moment) => moment.problem === undefined && fitOf(moment, expiresAt) === 'same',
  );
}

const NAMES = new Set(['asset', 'ticker', 'name', 'address', 'pair']);
const AMOUNTS = new Set(['money', 'number', 'sol', 'assets', 'percent', 'multiple', 'unclear']);
const MOVES =
  /^(?:rise|fall|drop|climb|rally|surge|jump|grow|pump|dump|moon|crash|dip|increase|decrease|recover|struggle|gain|lose)s?$/;

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
