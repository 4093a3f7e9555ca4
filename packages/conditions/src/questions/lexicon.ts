// The words that the compiler knows. With any other word, except the token's name, the question is
// attested.
import type { Comparator } from '../kinds/shared/threshold.ts';

export type Metric = 'price' | 'market_cap' | 'holders' | 'supply';
export type EventWord = 'curve_complete' | 'migrated';
type Direction = 'up' | 'down';

export type Term =
  | { readonly kind: 'lead' }
  | { readonly kind: 'filler' }
  | { readonly kind: 'of' }
  | { readonly kind: 'to' }
  /** With `isNever` at no time, without it at the time that is named. */
  | { readonly kind: 'not'; readonly isNever?: boolean }
  /** Double: from what it is now. */
  | { readonly kind: 'change'; readonly times: string }
  /** Up or down by so much from what it is now. */
  | { readonly kind: 'trend'; readonly direction: Direction }
  /** Stays above or below all the time. */
  | { readonly kind: 'stay' }
  /** Continuity, failure, relation, alternatives: not expressible as one threshold. */
  | { readonly kind: 'beyond'; readonly why: string }
  | { readonly kind: 'state' }
  | { readonly kind: 'have' }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'move';
      readonly direction?: Direction;
      readonly comparator?: Comparator;
      /** "top 100" is a rank, "top $100" a price. */
      readonly needsUnit?: boolean;
    }
  | {
      readonly kind: 'comparator';
      readonly comparator: Comparator;
      /** "More than": after "rise" it is a change. */
      readonly isThan?: boolean;
      /** "No more than": something that must not happen. */
      readonly isLimit?: boolean;
    }
  /** Has a higher market capitalisation than another token. */
  | { readonly kind: 'flip' }
  | { readonly kind: 'or_more'; readonly comparator: Comparator }
  | { readonly kind: 'metric'; readonly metric: Metric }
  | { readonly kind: 'minimum' }
  | { readonly kind: 'tokens' }
  | { readonly kind: 'event'; readonly event: EventWord }
  | { readonly kind: 'curve' }
  | { readonly kind: 'complete' }
  | { readonly kind: 'launchpad'; readonly launchpad: 'pump' | 'launchlab' }
  | { readonly kind: 'venue'; readonly launchpad: 'pump' | 'launchlab' }
  /** "token" alone: next to a name, or instead of one. */
  | { readonly kind: 'noun' }
  | {
      readonly kind: 'pronoun';
      readonly isToken: boolean;
      /** An address that is not the market's token. */
      readonly other?: string;
    };

type Entry = readonly [pattern: string, term: Term];

const continuity = { kind: 'beyond', why: 'it asks for something to last' } as const;
const relative = { kind: 'beyond', why: 'it compares with another moment or thing' } as const;
const several = { kind: 'beyond', why: 'it says more than one thing' } as const;
const asking = { kind: 'beyond', why: 'it is not a yes/no statement' } as const;
const elsewhere = { kind: 'beyond', why: 'no source measures that' } as const;

/** Longer phrases stand before the shorter ones that they begin with. */
const ENTRIES: readonly Entry[] = [
  // What one threshold cannot express
  ['hold(?:s|ing)?(?! (?:above|below|over|under)\\b)|hodl', continuity],
  ['all[- ]time (?:high|low)|ath|atl|flippen(?:ing)?|outperforms?|than', relative],
  [
    'and|or|but|if|then|while|unless|either|both|between|after|since|until|till|' +
      'through(?:out)?|per|every|each|first|twice|again|instead',
    several,
  ],
  [
    'when|who|what|which|why|how|where|should|would|could|did|was|were|had|might|may|now|' +
      'currently|already',
    asking,
  ],
  [
    'fails?|without|avoids?|refuses?',
    { kind: 'beyond', why: 'it asks whether something does not happen' },
  ],
  [
    'circulating supply|max(?:imum)? supply|volume|tvl|liquidity|dominance|transactions?|' +
      'listed|listing|burn(?:ed|s)?|mint(?:ed|s)?|airdrop|unlock',
    elsewhere,
  ],
  // Comparators
  [
    'no more than|not more than|at most|no higher than|not above',
    { kind: 'comparator', comparator: 'lte', isLimit: true },
  ],
  [
    'no less than|not less than|no fewer than|at least|a minimum of|minimum',
    { kind: 'comparator', comparator: 'gte' },
  ],
  ['above|over|north of|in excess of', { kind: 'comparator', comparator: 'gt' }],
  ['below|under|beneath|south of', { kind: 'comparator', comparator: 'lt' }],
  [
    '(?:more|greater|higher|bigger|larger) than',
    { kind: 'comparator', comparator: 'gt', isThan: true },
  ],
  ['(?:less|lower|smaller|fewer) than', { kind: 'comparator', comparator: 'lt', isThan: true }],
  ['or (?:more|higher|above|greater|better)|plus', { kind: 'or_more', comparator: 'gte' }],
  ['or (?:less|lower|below|fewer)', { kind: 'or_more', comparator: 'lte' }],
  // Moving
  [
    '(?:exceed|surpass|overtake)(?:e?s|ed|ing)?',
    { kind: 'move', direction: 'up', comparator: 'gt' },
  ],
  ['flips?', { kind: 'flip' }],
  ['tops?', { kind: 'move', direction: 'up', comparator: 'gt', needsUnit: true }],
  [
    '(?:pass|cross|break)(?:es|s|ed|ing)?(?: (?:through|past))?',
    { kind: 'move', comparator: 'gt' },
  ],
  [
    '(?:reach|hit|touch)(?:es|s|ed|ing)?|make it to|get (?:up )?to|gets (?:up )?to',
    { kind: 'move', direction: 'up', comparator: 'gte' },
  ],
  [
    '(?:rise|climb|rally|surge|soar|jump|grow|pump|moon|run|push|shoot)(?:s|es|' +
      'ing)?(?: up)?(?: all the way)?|(?:go|goes|move|moves) up',
    { kind: 'move', direction: 'up' },
  ],
  ['go|goes|get|gets|move|moves|come|comes', { kind: 'move' }],
  [
    '(?:drop|fall|dip|crash|sink|decline|tumble|plunge|slip|slide|dump|retrace|tank)(?:s|es|' +
      'ing)?(?: back)?(?: down)?(?: all the way)?|(?:go|goes) down',
    { kind: 'move', direction: 'down' },
  ],
  // Changing from what it is now
  ['doubles?', { kind: 'change', times: '2' }],
  ['triples?', { kind: 'change', times: '3' }],
  ['quadruples?', { kind: 'change', times: '4' }],
  ['halves?', { kind: 'change', times: '0.5' }],
  ['gains?|increases?', { kind: 'trend', direction: 'up' }],
  ['loses?|decreases?', { kind: 'trend', direction: 'down' }],
  ['up', { kind: 'trend', direction: 'up' }],
  ['down', { kind: 'trend', direction: 'down' }],
  ['by(?= (?:(?:at least|more than) )?[\\d.,]+ ?(?:%|percent\\b|pct\\b))', { kind: 'filler' }],
  ['by(?= (?:market ?cap|mcap|price)\\b)', { kind: 'filler' }],
  // Lasting
  [
    '(?:stay|remain|keep|maintain|sustain)(?:s|ing)?|holds?(?= (?:above|below|over|under)\\b)',
    { kind: 'stay' },
  ],
  // Being
  ['have|has|having|got', { kind: 'have' }],
  [
    '(?:close|end|finish)(?:s|es)?(?: (?:the|this) (?:day|week|month|year|market))?',
    { kind: 'end' },
  ],
  [
    'be|being|been|trade|trades|trading|sit|sits|sitting|stand|stands|valued|priced|worth',
    { kind: 'state' },
  ],
  // What is measured
  [
    '(?:total )?(?:market ?cap(?:itali[sz]ation)?|marketcap|mkt ?cap|m-?cap|mc|fdv|' +
      'fully diluted (?:valuation|value|market cap))',
    { kind: 'metric', metric: 'market_cap' },
  ],
  [
    '(?:(?:the )?number of |total |unique )*(?:(?:token ?)?(?:holders?|hodlers?)(?: count)?|' +
      '(?:wallets|addresses|people) (?:holding|that hold)(?: it)?)',
    { kind: 'metric', metric: 'holders' },
  ],
  ['(?:total )?(?:token )?supply', { kind: 'metric', metric: 'supply' }],
  ['(?:token |coin |spot |unit )?price', { kind: 'metric', metric: 'price' }],
  [
    '(?:with|who (?:have|hold)|that (?:have|hold)|each with|having)(?: at least| a minimum of)',
    { kind: 'minimum' },
  ],
  ['tokens|coins', { kind: 'tokens' }],
  // What happens to a token
  ['(?:bonding )?curve', { kind: 'curve' }],
  [
    '(?:reach|hit)(?:es|s)? 100 ?%(?: of)?(?: the| its)? (?:bonding )?curve(?: progress)?',
    { kind: 'event', event: 'curve_complete' },
  ],
  [
    '(?:fully )?(?:complete|completed|completes|completing|fill|filled|fills|finish bonding|' +
      'finished|sell out|sells out|sold out)',
    { kind: 'complete' },
  ],
  ['migrate|migrates|migrated|migrating|migration', { kind: 'event', event: 'migrated' }],
  [
    'graduate|graduates|graduated|graduating|graduation|bond|bonds|bonded|finish bonding',
    { kind: 'event', event: 'curve_complete' },
  ],
  ['raydium(?: pool)?', { kind: 'venue', launchpad: 'launchlab' }],
  ['pump ?swap|pump\\.?fun amm|pumpfun amm', { kind: 'venue', launchpad: 'pump' }],
  ['pump\\.fun|pumpfun|pump fun', { kind: 'launchpad', launchpad: 'pump' }],
  [
    'launchlab|launch lab|bonk\\.fun|letsbonk(?:\\.fun)?',
    { kind: 'launchpad', launchpad: 'launchlab' },
  ],
  // What it is about
  [
    '(?:this|that|our|my) (?:token|coin|memecoin|meme coin|shitcoin|mint|project)|' +
      'the (?:token|coin|memecoin)',
    { kind: 'pronoun', isToken: true },
  ],
  ['token|coin|memecoin', { kind: 'noun' }],
  ['it|this|address-given', { kind: 'pronoun', isToken: false }],
  // What carries no meaning of its own
  ['will|does|do|is|are|can', { kind: 'lead' }],
  ['not', { kind: 'not' }],
  ['never', { kind: 'not', isNever: true }],
  ['of|for', { kind: 'of' }],
  ['to|going to|gonna|be able to', { kind: 'to' }],
  [
    'the|a|an|its|their|at|on|from|in|with|value|mark|level|milestone|there|usd|' +
      'successfully|finally|officially|wallets|that(?= of )',
    { kind: 'filler' },
  ],
];

const PATTERNS = ENTRIES.map(([pattern, term]) => {
  return [new RegExp(`(?:${pattern})(?![a-z0-9])`, 'y'), term] as const;
});

/** The term that begins at this position: the longest match, then the first. */
export function readTerm(
  text: string,
  position: number,
): { term: Term; length: number } | undefined {
  let best: { term: Term; length: number } | undefined;
  for (const [pattern, term] of PATTERNS) {
    pattern.lastIndex = position;
    const length = pattern.exec(text)?.[0].length ?? 0;
    if (length > (best?.length ?? 0)) best = { term, length };
  }
  return best;
}
