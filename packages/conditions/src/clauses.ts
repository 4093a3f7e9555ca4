import type { Clause } from '@tote/program-client';

/** Checks the account’s type: its first eight bytes, given in hex, compared as one number. */
export function discriminatorClause(hex: string): Clause {
  const value = Buffer.from(hex, 'hex').readBigUInt64LE();
  return { offset: 0, type: 'u64', comparator: 'eq', value };
}
