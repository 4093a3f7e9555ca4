// The form as typed. It survives a reload of the tab, and so does the key of a request that was
// sent: the service acts once for each key.
import { signal } from '@preact/signals';
import type { Condition, Config, MarketRequest } from '@tote/sdk';
import { readAmount } from '../../ticket/read-amount.ts';

const EMPTY = {
  question: '',
  tokenAddress: '',
  currency: 'SOL',
  /** An instant; if empty, the time in the question, or one day from now. */
  expireAt: '',
  /** An instant; if empty, betting closes at the end, or when the rule requires it. */
  bettingClosesAt: '',
  side: 'Yes',
  stake: '',
  /** What the oracle's silence means; if empty, the service decides by the question. */
  silence: '',
  /** One web source per line, an address and a JSON pointer; empty if there are none. */
  sources: '',
  comparator: 'gte',
  value: '',
  key: '',
};

export type Draft = Readonly<typeof EMPTY>;

const STORED = 'tote-new-market';
const names = Object.keys(EMPTY) as (keyof Draft)[];

function read(): Draft {
  const stored = new URLSearchParams(sessionStorage.getItem(STORED) ?? '');
  const entries = names.map((name) => [name, stored.get(name) ?? EMPTY[name]]);
  return Object.fromEntries(entries) as Draft;
}

export const draft = signal<Draft>(read());

/** A changed request is a new one, so it gets a new key. */
export function changeDraft(change: Partial<Draft>): void {
  draft.value = { ...draft.value, key: '', ...change };
  sessionStorage.setItem(STORED, new URLSearchParams(draft.value).toString());
}

export function forgetDraft(): void {
  changeDraft(EMPTY);
  sessionStorage.removeItem(STORED);
}

/** The market that the draft asks for, without the stake, which a preview does not need. */
export function toMarket(asked: Draft, expireAt: string): MarketRequest {
  const { question, tokenAddress, currency, bettingClosesAt, silence } = asked;
  const condition = readWebCondition(asked);
  return {
    ...{ question: question.trim(), outcomes: ['Yes', 'No'], expireAt },
    currency: currency as MarketRequest['currency'],
    ...(tokenAddress.trim() && { tokenAddress: tokenAddress.trim() }),
    ...(bettingClosesAt && { bettingClosesAt }),
    ...(silence && { attestation: { silence: silence as 'no' | 'refund' } }),
    ...(condition && { condition }),
  };
}

export function readStake(
  { stake, side, currency }: Draft,
  { decimals, minimumStake }: Pick<Config, 'decimals' | 'minimumStake'>,
): NonNullable<MarketRequest['initialStake']> | string | undefined {
  const name = currency as MarketRequest['currency'];
  const rules = { currency: name, decimals: decimals[name], minimum: minimumStake[name] };
  const read = readAmount(stake, rules);
  return typeof read === 'object' ? { outcome: side as 'Yes' | 'No', amount: read.amount } : read;
}

type WebCondition = Extract<Condition, { readonly type: 'web_value' }>;

function readWebCondition({ sources, comparator, value }: Draft): WebCondition | undefined {
  const lines = sources.split('\n').filter((line) => line.trim());
  if (lines.length === 0) return undefined;
  return {
    type: 'web_value',
    sources: lines.map((line) => {
      const [url = '', pointer] = line.trim().split(/\s+/);
      return { url, ...(pointer && { pointer }) };
    }),
    comparator: comparator as WebCondition['comparator'],
    ...readWebValue(value.trim()),
  };
}

function readWebValue(text: string): Pick<WebCondition, 'value' | 'valueType'> {
  if (text === 'true' || text === 'false') return { value: text === 'true' };
  // As text, so that every digit is compared.
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  return { value: text, valueType: isNumber ? 'number' : 'string' };
}
