// Whether what decides a market on chain is what its condition says. Anyone may create a market
// with any text and any rule. The same market must have the same answer at every rebuild, so what a
// version of the canonical text compiles to never changes; another rule needs a new version.
import { type Address, bytesEqual, type ReadonlyUint8Array } from '@solana/kit';
import {
  encodeClauses,
  MARKET_FLAGS,
  MarketSource,
  NO_ADDRESS,
  readAskedFlags,
} from '@tote/program-client';
import { isObject } from './canonical-json.ts';
import type { ParsedCondition } from './condition.ts';
import { resolutionRuleOf } from './evaluate.ts';
import { isGatedMarket, isOracleMarket } from './oracle-market.ts';
import { CONDITION_VERSION } from './read-condition.ts';
import type { ResolutionRule } from './resolution-rule.ts';

export interface RuleOnChain {
  readonly parsedCondition: ParsedCondition;
  readonly source: MarketSource;
  readonly subject: Address;
  readonly factOwner: Address;
  /** Encoded; empty for an oracle's market. */
  readonly clauses: ReadonlyUint8Array;
  readonly flags: number;
}

/** A sentence about the first difference; null if there is none. */
export async function findMismatch(rule: RuleOnChain): Promise<string | null> {
  const { parsedCondition: condition } = rule;
  if (condition.type === 'unknown') return describeUnknown(condition.text);
  const compiled = await resolutionRuleOf(condition);
  return compareDecider(compiled, rule) ?? compareFlags(compiled, rule.flags);
}

/** A text that is not canonical cannot be compared. */
function describeUnknown(text: string): string {
  const version = readVersion(text);
  return version === undefined || version === CONDITION_VERSION
    ? 'Its condition is not in the form that this service writes, so nobody can compare them.'
    : `Its condition has the version ${version}, which this service does not know.`;
}

function readVersion(text: string): number | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const version = isObject(value) ? value.version : undefined;
    return Number.isSafeInteger(version) ? (version as number) : undefined;
  } catch {
    return undefined;
  }
}

function compareDecider({ decider }: ResolutionRule, rule: RuleOnChain): string | null {
  const isSameSource = isOracleMarket(decider)
    ? isOracleMarket(rule)
    : decider.source === rule.source;
  if (!isSameSource) {
    return `By its condition ${nameSource(decider)} decides it, on chain ${nameSource(rule)} does.`;
  }
  // The condition does not say which oracle it is.
  if (isOracleMarket(decider)) return null;
  const account = 'account' in decider ? decider.account : NO_ADDRESS;
  if (account !== rule.subject) {
    return `By its condition the account ${account} decides it, on chain ${rule.subject} does.`;
  }
  const owner = 'factOwner' in decider ? decider.factOwner : NO_ADDRESS;
  if (owner !== rule.factOwner) {
    const expected = `By its condition an account of the program ${owner} decides it`;
    return `${expected}, on chain one of ${rule.factOwner} does.`;
  }
  const clauses = encodeClauses('clauses' in decider ? decider.clauses : []);
  const isSame = bytesEqual(clauses, rule.clauses);
  return isSame ? null : 'The clauses on chain compare something else than its condition says.';
}

function nameSource(decided: { readonly source: MarketSource }): string {
  if (isOracleMarket(decided)) return 'an oracle';
  return decided.source === MarketSource.TimedFact
    ? 'what was published at its expiry'
    : 'the state of an account';
}

const COMPARED = ['triggered', 'latched', 'gated', 'inverted'] as const;

/** As the program sets them. The creator may make the market custom in addition. */
function compareFlags(compiled: ResolutionRule, flags: number): string | null {
  const isGated = isGatedMarket(compiled.decider, compiled);
  const expected = nameFlags(readAskedFlags({ ...compiled, isGated }));
  const actual = nameFlags(flags);
  return expected === actual ? null : `By its condition it is ${expected}, on chain ${actual}.`;
}

function nameFlags(flags: number): string {
  const names = COMPARED.filter((name) => (flags & MARKET_FLAGS[name]) !== 0);
  return names.length === 0 ? `neither ${COMPARED.join(' nor ')}` : names.join(' and ');
}
