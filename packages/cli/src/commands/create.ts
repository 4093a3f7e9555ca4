import { readFileSync } from 'node:fs';
import { UsageError } from '@tote/chain/lib/usage-error';
import { type Condition, decimal, type MarketPreview, type MarketRequest } from '@tote/sdk';
import { ASKING_OPTIONS, choice, defineCommand, flag, text, WALLET_OPTIONS } from '../command.ts';
import { DECIDERS, facts, money, outcomeOf, readInstant, rule, time, warnings } from '../format.ts';
import type { Session } from '../session.ts';
import { paint, type Text } from '../terminal/text.ts';

const OPTIONS = {
  ...WALLET_OPTIONS,
  ...ASKING_OPTIONS,
  expires: text('time', 'like 2h, 3d or 2026-12-31T12:00:00Z'),
  closes: text('time', 'when betting closes; default: by the rule'),
  currency: choice(['SOL', 'UTILITY'], 'the currency of bets; default: SOL'),
  token: text('mint', 'the token that the question is about'),
  condition: text('JSON|@file', 'what decides; default: the question'),
  silence: choice(['no', 'refund'], 'what it means if the oracle does not answer'),
  stake: text('outcome:amount', 'a first bet, like yes:0.5'),
  preview: flag('only shows the preview'),
  key: text('text', 'idempotency key: the same key creates only once'),
} as const;

type Values = { readonly [K in keyof typeof OPTIONS]?: string | boolean };

export const command = defineCommand({
  about: `Shows what would decide the market, its dates and its warnings, then asks and creates it.
Without --expires the question must name a time.`,
  takes: [{ name: 'question' }],
  options: OPTIONS,
  examples: [
    "create 'Will SOL be above $200 at expiry?' --expires 2h",
    "create 'Will it rain in Lisbon?' --expires 3d --silence refund --stake yes:0.5 --yes",
  ],
  async run({ places: [question = ''], values, session }) {
    const draft = await readDraft(session, question, values);
    const preview = await session.tote.previewMarket(draft);
    if (values.preview) {
      session.show(preview, () => describe(preview));
      return;
    }
    for (const line of describe(preview)) session.tell(...line);
    await session.confirm(`Create this market at ${session.url}?`, values.yes);
    const tote = await session.connect();
    const market = await tote.createMarket(
      // Sends the expiry that was shown.
      { ...draft, expireAt: preview.expireAt } satisfies MarketRequest,
      { idempotencyKey: values.key },
    );
    session.show(market, () => [[paint('green', 'Created: '), market.id]]);
  },
});

async function readDraft(session: Session, question: string, values: Values) {
  const { currency = 'SOL', token, silence } = values;
  const { now } = await session.tote.getConfig();
  const instant = (option: 'expires' | 'closes') => {
    const text = values[option];
    return text === undefined ? undefined : readInstant(`--${option}`, String(text), now);
  };
  const [condition, initialStake] = [readCondition(values.condition), readStake(values.stake)];
  return {
    ...{ question, condition, initialStake },
    outcomes: ['Yes', 'No'] as const,
    currency: currency as 'SOL' | 'UTILITY',
    expireAt: instant('expires'),
    bettingClosesAt: instant('closes'),
    tokenAddress: token as string | undefined,
    ...(silence !== undefined && { attestation: { silence: silence as 'no' | 'refund' } }),
  };
}

/** The service validates the content. */
export function readCondition(given: string | boolean | undefined): Condition | undefined {
  if (given === undefined) return;
  const text = String(given);
  try {
    return JSON.parse(text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text);
  } catch (error) {
    throw new UsageError(`--condition: ${(error as Error).message}`);
  }
}

function readStake(given: string | boolean | undefined) {
  if (given === undefined) return;
  const [, outcome, amount = ''] = /^(yes|no):(.+)$/i.exec(String(given)) ?? [];
  if (outcome === undefined) throw new UsageError('--stake: must look like yes:0.5.');
  return { outcome: outcomeOf(outcome.toLowerCase()), amount: decimal(amount) };
}

function describe(preview: MarketPreview): Text[][] {
  const { deadlines, conditionProgress: progress, suggestions } = preview;
  return [
    [paint('bold', preview.question)],
    ...rule(preview.details),
    [''],
    ...facts([
      ['Decided by', DECIDERS[preview.decidedBy]],
      ['Now', progress && `${progress.currentCount} of ${progress.target} ${progress.unit}`],
      ['Betting closes', time(deadlines.bettingClosesAt)],
      ['Expires', time(deadlines.expireAt)],
      ['Resolved by', time(deadlines.resolvesBy)],
      ['Refunded after', `${time(deadlines.refundAt)}, if there is no outcome`],
      ['Minimum stake', money(preview.minimumStake, preview.currency)],
    ]),
    ...warnings([
      ...(preview.alreadyMet ? ['The condition is already met.'] : []),
      ...(preview.custom ? ['Only its creator stands behind its rule.'] : []),
      ...preview.warnings,
    ]),
    ...suggestions.map(({ question }): Text[] => [
      paint('dim', 'We can measure this instead: '),
      question,
    ]),
  ];
}
