// Whether a question that nothing measures asks for an event. If nobody attests an event, it has
// not happened. Of anything else silence says nothing.
import type { UnixSeconds } from '@tote/domain';
import { fitOf } from './moment.ts';
import { normaliseQuestion } from './normalise-question.ts';
import { scanQuestion } from './scan-question.ts';

/** Negations, states, comparisons, conditions: the answer is not No because nobody spoke. */
const OTHERWISE = new RegExp(
  `\\b(?:${[
    'not|no|never|none|neither|nor|nobody|nothing|without|fails?|avoid|miss|cancel|delay|refuse',
    'lack|lose|stay|remain|keep|hold|continue|maintain|still|always|constantly|have|has|own|need',
    'more|less|fewer|higher|lower|greater|bigger|smaller|larger|better|worse|than|most|least|best',
    'worst|first|last|highest|lowest|largest|biggest|average|all|every|each|only|either|both',
    'between|equal|exactly|same|above|below|over|under|outperform|while|until|unless|if|whether|or',
    'false|true|instead',
  ].join('|')})s?\\b`,
);
/** "Be elected" is an event, "be in office" a state. */
const STATE = /\bbe\b(?! (?:\w+(?:ed|en)|born|built|burnt|cut|held|hit|made|sent|sold|told|won)\b)/;

export function asksForEvent(question: string, expiresAt: UnixSeconds, now?: UnixSeconds): boolean {
  const { text } = normaliseQuestion(question);
  if (!/^will /.test(text) || OTHERWISE.test(text) || STATE.test(text)) return false;
  // At another time than the expiry nobody knows whether it will still happen.
  return scanQuestion(text, { expiresAt, now }).every(
    (piece) =>
      piece.kind !== 'moment' ||
      (piece.moment.problem === undefined && fitOf(piece.moment, expiresAt) === 'same'),
  );
}
