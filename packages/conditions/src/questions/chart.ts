// A chart parser: finds every way to derive a sentence from a grammar, and what each of them means.
// Results are kept per rule and position, so that the time grows with the length of the sentence,
// not with the number of derivations.
import { canonicalJson } from '../canonical-json.ts';
import { ANYTHING, type Grammar, type Meaning, type Part, type Production } from './notation.ts';

/** A part of the sentence that the tokeniser found. Several may begin at one place. */
export interface Token {
  /** A word stands for itself; the other kinds are written `#kind` in the grammar. */
  readonly kind: string;
  readonly text: string;
  /** The place of the token behind it. */
  readonly next: number;
  readonly meaning: Meaning;
}

export type Tokens = ReadonlyMap<number, readonly Token[]>;

/** How a meaning was derived: a rule with its parts, or a token. */
export interface Derivation {
  readonly name: string;
  readonly text?: string;
  readonly parts: readonly Derivation[];
}

interface Match {
  readonly next: number;
  readonly meaning: Meaning;
  readonly derivation: Derivation;
}

export interface Parse {
  readonly readings: readonly Omit<Match, 'next'>[];
  /** The first place where nothing fits, if there is no reading. */
  readonly stuckAt: number;
}

interface State {
  readonly grammar: Grammar;
  readonly tokens: Tokens;
  readonly found: Map<string, Map<number, readonly Match[]>>;
  furthest: number;
}

/** Derivations of the tokens from the first to the one before `end`. */
export function parseTokens(grammar: Grammar, tokens: Tokens, end: number): Parse {
  const state: State = { grammar, tokens, found: new Map(), furthest: 0 };
  const matches = matchRule(state, grammar.start, 0);
  return { readings: matches.filter(({ next }) => next === end), stuckAt: state.furthest };
}

function matchRule(state: State, name: string, at: number): readonly Match[] {
  const places = state.found.get(name) ?? new Map<number, readonly Match[]>();
  state.found.set(name, places);
  const known = places.get(at);
  if (known) return known;
  if (!canBegin(state, name, at)) {
    places.set(at, []);
    return [];
  }
  const matches = new Map<string, Match>();
  for (const production of state.grammar.rules.get(name) ?? []) {
    for (const match of matchProduction(state, production, at)) {
      const derivation = { name, parts: match.parts };
      const key = `${match.next} ${canonicalJson(match.meaning)}`;
      if (!matches.has(key)) matches.set(key, { ...match, derivation });
    }
  }
  const result = [...matches.values()];
  places.set(at, result);
  return result;
}

/** Whether a token of this place can be the first of the rule. */
function canBegin({ grammar, tokens }: State, name: string, at: number): boolean {
  const firsts = grammar.firsts.get(name);
  if (!firsts || firsts.has(ANYTHING)) return true;
  return (tokens.get(at) ?? []).some(({ kind, text }) =>
    firsts.has(kind === 'word' ? text : `#${kind}`),
  );
}

interface Partial {
  readonly next: number;
  readonly meaning: Meaning;
  readonly parts: readonly Derivation[];
}

function matchProduction(state: State, { symbols, says }: Production, at: number): Partial[] {
  let partials: Partial[] = [{ next: at, meaning: says, parts: [] }];
  for (const symbol of symbols) {
    partials = partials.flatMap((partial) =>
      matchSymbol(state, symbol, partial.next).flatMap(({ next, meaning, derivation }) => {
        const merged = merge(partial.meaning, meaning);
        return merged ? [{ next, meaning: merged, parts: [...partial.parts, derivation] }] : [];
      }),
    );
    if (partials.length === 0) break;
  }
  return partials;
}

function matchSymbol(state: State, symbol: Part, at: number): readonly Match[] {
  if (at > state.furthest) state.furthest = at;
  const matches =
    symbol.kind === 'rule' ? matchRule(state, symbol.name, at) : matchToken(state, symbol, at);
  if (symbol.as === undefined) return matches;
  const { as } = symbol;
  return matches.map((match) => ({ ...match, meaning: { [as]: match.meaning } }));
}

function matchToken(state: State, { kind, name }: Part, at: number): readonly Match[] {
  return (state.tokens.get(at) ?? [])
    .filter((token) =>
      kind === 'word' ? token.kind === 'word' && token.text === name : token.kind === name,
    )
    .map(({ next, text, meaning }) => ({ next, meaning, derivation: { name, text, parts: [] } }));
}

/** Undefined if they contradict each other. What may be said several times is a list. */
function merge(one: Meaning, other: Meaning): Meaning | undefined {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const known = merged[name];
    if (known === undefined) merged[name] = value;
    else if (Array.isArray(known) && Array.isArray(value)) merged[name] = [...known, ...value];
    else if (canonicalJson(known) !== canonicalJson(value)) return undefined;
  }
  return merged;
}
