import { UsageError } from '@tote/chain/lib/usage-error';
import { splitDetails } from '@tote/domain';
import { paint, type Text } from './terminal/text.ts';

export const money = (amount: string, currency: string): string => `${amount} ${currency}`;

export const percent = (share: number | string | undefined): string =>
  share === undefined ? '–' : `${(Number(share) * 100).toFixed(2)} %`;

/** `2026-11-20T12:00:00Z` becomes `2026-11-20 12:00:00 UTC`. */
export const time = (instant: string): string =>
  instant.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');

export const outcomeOf = (text: string | undefined): 'Yes' | 'No' =>
  text === 'yes' ? 'Yes' : 'No';

export const marketIdOf = (text: string | undefined): string =>
  text?.startsWith('market_') ? text : `market_${text ?? ''}`;

export function facts(rows: readonly (readonly [label: string, value: Text | undefined])[]) {
  const shown = rows.filter((row): row is [string, Text] => row[1] !== undefined);
  const width = Math.max(...shown.map(([label]) => label.length));
  return shown.map(([label, value]): Text[] => [paint('dim', label.padEnd(width + 2)), value]);
}

export const warnings = (list: readonly string[]): Text[][] =>
  list.map((warning): Text[] => [paint('yellow', 'Warning: '), warning]);

/** What decides a market: the rule, then its exact terms. */
export function rule(details: string): Text[][] {
  const { rule: sentence, terms } = splitDetails(details);
  return [[sentence], ...(terms === '' ? [] : [[paint('dim', terms)]])];
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function readDuration(text: string): number | undefined {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (SECONDS[unit] as number);
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

export function readInstant(option: string, text: string, now: string): string {
  const seconds = readDuration(text);
  if (seconds !== undefined) {
    return new Date(Date.parse(now) + seconds * 1_000).toISOString();
  }
  if (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) return text;
  throw new UsageError(`${option}: ${text} must look like 2h, 3d or 2026-12-31T12:00:00Z.`);
}

export const DECIDERS = {
  fact: 'the program, which reads the account itself',
  samples: 'the oracle, by measuring',
  attestation: 'the oracle’s attestation',
  web: 'the oracle, by reading web sources',
} as const;
