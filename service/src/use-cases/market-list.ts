// How markets are decided, in one word. A part of use-cases.ts.
import { DECIDED_BY_WORDS, decidedByWord } from '@tote/conditions/decided-by-word';

export { DECIDED_BY_WORDS, decidedByWord };
