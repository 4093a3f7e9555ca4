// Reads the notation of the grammar. A line is `Name = what it consists of -> what it says`:
//
//   word        this word; `hit(s|ting)` is hit, hits or hitting
//   #kind       a token of this kind
//   Rule        what the rule of this name describes; what it says belongs to this rule, too
//   Rule@name   the same, kept apart under this name
//   a | b       one of them; (…) a group; …? left out or there; …* up to three of them
//
// A rule may have several lines. Two parts of a rule that say different things contradict each
// other, and the rule does not fit. A line that begins with white space continues the one before.

export type Meaning = Readonly<Record<string, unknown>>;

export interface Part {
  readonly kind: 'word' | 'token' | 'rule';
  readonly name: string;
  readonly as?: string;
}

export interface Production {
  readonly symbols: readonly Part[];
  readonly says: Meaning;
}

export interface Grammar {
  readonly start: string;
  readonly rules: ReadonlyMap<string, readonly Production[]>;
  /** Every word that stands in a rule. */
  readonly words: ReadonlySet<string>;
  /** What each rule can begin with: words, and kinds of tokens with their `#`. */
  readonly firsts: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A rule that may be empty can begin with anything. */
export const ANYTHING = '';

/** No question that means something repeats a part more often. */
const REPEATED_MAX = 3;

const PART = /\s*([A-Z]\w*(?:@\w+)?|#\w+(?:@\w+)?|"[^"]+"|[()|?*]|[^\s()|?*]+(?:\([a-z|']+\))?)/y;

/** The first rule is the one to start with. */
export function readGrammar(text: string): Grammar {
  const rules = new Map<string, Production[]>();
  const words = new Set<string>();
  const lines = text
    .replace(/^#\s.*$/gm, '')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [head = '', says = ''] = line.split(' -> ');
    const [, name = '', body = ''] = /^(\w+) *= *(.*)$/.exec(head) ?? [];
    if (name === '') throw new SyntaxError(`not a rule of the grammar: ${line}`);
    const reader = new BodyReader(name, body, rules, words);
    const productions = reader.read().map((symbols) => ({ symbols, says: readSays(says) }));
    rules.set(name, [...(rules.get(name) ?? []), ...productions]);
  }
  checkRules(rules);
  const [, start = ''] = /^(\w+) *=/m.exec(text) ?? [];
  return { start, rules, words, firsts: findFirsts(rules) };
}

function readSays(text: string): Meaning {
  const pairs = text.split(' ').filter((part) => part !== '');
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

/** A recursive descent through one line. Groups and repetitions become rules of their own. */
class BodyReader {
  readonly #parts: string[] = [];
  #position = 0;

  constructor(
    private readonly name: string,
    body: string,
    private readonly rules: Map<string, Production[]>,
    private readonly words: Set<string>,
  ) {
    PART.lastIndex = 0;
    for (let match = PART.exec(body); match; match = PART.exec(body)) {
      this.#parts.push(match[1] ?? '');
    }
  }

  read(): Part[][] {
    const alternatives: Part[][] = [[]];
    for (let part = this.#peek(); part !== undefined && part !== ')'; part = this.#peek()) {
      if (part === '|') {
        this.#position += 1;
        alternatives.push([]);
      } else alternatives.at(-1)?.push(this.#readRepeated());
    }
    return alternatives;
  }

  #peek(): string | undefined {
    return this.#parts[this.#position];
  }

  #readRepeated(): Part {
    const symbol = this.#readOne();
    const sign = this.#peek();
    if (sign !== '?' && sign !== '*') return symbol;
    this.#position += 1;
    const counts = sign === '?' ? 1 : REPEATED_MAX;
    const repeated = Array.from({ length: counts + 1 }, (_, count) => Array(count).fill(symbol));
    return this.#add(this.#nameNew(), repeated);
  }

  #readOne(): Part {
    const part = this.#parts[this.#position] ?? '';
    this.#position += 1;
    if (part === '(') {
      const alternatives = this.read();
      this.#position += 1;
      return this.#add(this.#nameNew(), alternatives);
    }
    if (/^[A-Z#]/.test(part)) {
      const [name = '', as] = part.replace('#', '').split('@');
      const kind = part.startsWith('#') ? 'token' : 'rule';
      return { kind, name, ...(as !== undefined && { as }) };
    }
    return this.#readWord(part.replace(/^"(.*)"$/, '$1'));
  }

  #readWord(part: string): Part {
    const [, stem = part, endings] = /^([^(]+)\(([^)]+)\)$/.exec(part) ?? [];
    const forms = ['', ...(endings?.split('|') ?? [])].map((ending) => stem + ending);
    for (const form of forms) this.words.add(form);
    const symbols = forms.map((name) => ({ kind: 'word', name }) as const);
    const [only] = symbols;
    if (only && symbols.length === 1) return only;
    return this.#add(
      part,
      symbols.map((symbol) => [symbol]),
    );
  }

  #nameNew(): string {
    return `${this.name}.${this.rules.size}`;
  }

  #add(name: string, alternatives: readonly (readonly Part[])[]): Part {
    if (!this.rules.has(name)) {
      this.rules.set(
        name,
        alternatives.map((symbols) => ({ symbols, says: {} })),
      );
    }
    return { kind: 'rule', name };
  }
}

function findFirsts(rules: ReadonlyMap<string, readonly Production[]>) {
  const firsts = new Map<string, Set<string>>();
  const firstsOf = (name: string): Set<string> => {
    const known = firsts.get(name);
    if (known) return known;
    const found = new Set<string>();
    firsts.set(name, found);
    for (const { symbols } of rules.get(name) ?? []) {
      for (const first of firstsOfAll(symbols)) found.add(first);
    }
    return found;
  };
  const firstsOfAll = (symbols: readonly Part[]): Set<string> => {
    const found = new Set<string>();
    for (const { kind, name } of symbols) {
      if (kind !== 'rule') return found.add(kind === 'word' ? name : `#${name}`);
      const own = firstsOf(name);
      for (const first of own) if (first !== ANYTHING) found.add(first);
      if (!own.has(ANYTHING)) return found;
    }
    return found.add(ANYTHING);
  };
  for (const name of rules.keys()) firstsOf(name);
  return firsts;
}

/** Every rule that is used exists, and none begins with itself. */
function checkRules(rules: ReadonlyMap<string, readonly Production[]>): void {
  for (const [name, productions] of rules) {
    for (const { symbols } of productions) {
      const missing = symbols.find((symbol) => symbol.kind === 'rule' && !rules.has(symbol.name));
      if (missing) throw new SyntaxError(`${name} uses ${missing.name}, which is not a rule`);
    }
  }
}
