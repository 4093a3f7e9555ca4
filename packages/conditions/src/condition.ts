import type { Condition } from './kinds/index.ts';
import type { ResolutionRule } from './resolution-rule.ts';

export type { Condition };

/** Anyone may create a market on chain, with any text as its condition. */
export type ParsedCondition = Condition | { readonly type: 'unknown'; readonly text: string };

export interface CompiledCondition extends ResolutionRule {
  readonly condition: Condition;
  /** Canonical JSON: sorted keys, no spaces, with a version. At most 1,024 bytes. */
  readonly canonical: string;
  readonly warnings: readonly string[];
  readonly baseline?: string;
  /** The number of its question is far from the present value: nobody can guess the unit. */
  readonly lacksUnit?: true;
}
