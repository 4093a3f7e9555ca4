// Options for the terms of the Config. Amounts are plain decimals, times are like 90s, 15m, 2h, 3d.
import { UsageError } from '@tote/chain/lib/usage-error';
import { decimal } from '@tote/sdk';
import { type Options, text } from '../command.ts';
import { readDuration } from '../format.ts';

export const TERM_OPTIONS = {
  'burn-bps': text('number', 'burn share, in basis points'),
  'developer-bps': text('number', 'developer share, in basis points'),
  veto: text('time', 'how long the guardian may veto an outcome'),
  'change-delay': text('time', 'how long a change is public before it applies'),
  lead: text('time', 'how long before the expiry betting on prices closes'),
  horizon: text('time', 'how far ahead markets with delegated bets may end'),
  'minimum-stake-sol': text('amount', 'minimum stake in SOL'),
  'minimum-stake-utility': text('amount', 'minimum stake in UTILITY'),
} as const satisfies Options;

type TermValues = { readonly [K in keyof typeof TERM_OPTIONS]?: string };

export function readTerms(values: TermValues) {
  const bps = (option: 'burn-bps' | 'developer-bps') => readCount(`--${option}`, values[option]);
  const time = (option: 'veto' | 'change-delay' | 'lead' | 'horizon') =>
    readSeconds(`--${option}`, values[option]);
  const stake = (option: 'minimum-stake-sol' | 'minimum-stake-utility') =>
    readDecimal(values[option]);
  return {
    burnBps: bps('burn-bps'),
    developerBps: bps('developer-bps'),
    vetoSeconds: time('veto'),
    changeDelay: time('change-delay'),
    leadSeconds: time('lead'),
    horizonSeconds: time('horizon'),
    minimumStakeSol: stake('minimum-stake-sol'),
    minimumStakeUtility: stake('minimum-stake-utility'),
  };
}

export function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? text : Number(text);
  throw new UsageError(`${option}: ${text} is not a whole number.`);
}

export function readSeconds(option: string, text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : readDuration(text);
  if (text === undefined || seconds !== undefined) return seconds;
  throw new UsageError(`${option}: ${text} must look like 90s, 15m, 2h or 3d.`);
}

export const readDecimal = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : decimal(text);
