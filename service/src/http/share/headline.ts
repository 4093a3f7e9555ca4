// A market in a few words, for heads, cards, widgets and actions.
import {
  type Amount,
  type Currency,
  formatAmount,
  isBeforeExpiry,
  type MarketPhase,
  oddsRoundHalfUp,
  phaseAt,
  printable,
  totalVolume,
  type UnixSeconds,
} from '@tote/domain';
import type { Queries } from '../../queries/create-queries.ts';
import type { Branding } from '../../settings/branding.ts';
import type { MarketEnd, MarketView } from '../../store/projection/market-view.ts';
import type { BetRecord } from '../../submissions/records.ts';

export interface Headline {
  readonly question: string;
  readonly yesPercent: number;
  readonly noPercent: number;
  readonly pool: string;
  readonly isOpen: boolean;
  readonly outcome: 'Yes' | 'No' | null;
  readonly state: string;
  /** Another one when the odds have changed, for those who cache images for long. */
  readonly cardPath: string;
}

/** The card changes with it. */
export const cardVersion = (market: MarketView, now: UnixSeconds): string =>
  `${market.sequence}-${phaseAt(market, now).state}`;

type Moment = Pick<Queries, 'now' | 'config'>;

export function headlineOf(queries: Moment, market: MarketView): Headline {
  const now = queries.now();
  const { decimals } = queries.config();
  const phase = phaseAt(market, now);
  const yesPercent = Math.round(Number(oddsRoundHalfUp(market.pools).yes) / 100);
  const { currency } = market;
  return {
    question: plainText(market.question) || 'A market without a question',
    yesPercent,
    noPercent: 100 - yesPercent,
    pool: formatShort(totalVolume(market.pools), currency, decimals[currency]),
    isOpen: phase.state === 'open',
    outcome: phase.state === 'resolved' ? phase.end.outcome : null,
    state: describeState(market, phase),
    cardPath: `/m/${market.id}/card.png?v=${encodeURIComponent(cardVersion(market, now))}`,
  };
}

function describeState(market: MarketView, phase: MarketPhase<MarketEnd>): string {
  if (phase.state === 'open') return `Betting closes ${formatDate(market.closesAt)}`;
  if (phase.state === 'resolved') return `Resolved: ${phase.end.outcome}`;
  if (phase.state === 'refunded') return 'Refunded: all stakes were returned';
  if (phase.state === 'refund_due' || market.isOracleDisabled) {
    return 'Betting closed, refunds pending';
  }
  if (phase.state === 'proposed') {
    return `Outcome ${phase.end.outcome ?? 'none'}, final ${formatDate(phase.end.vetoEndsAt)}`;
  }
  if (isBeforeExpiry(phase)) return `Betting closed, ends ${formatDate(market.expiresAt)}`;
  return 'Betting closed, outcome pending';
}

const DATES = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
});

const formatDate = (seconds: UnixSeconds) => `${DATES.format(new Date(seconds * 1_000))} UTC`;

const WHOLE_DIGITS_MAX = 6;
const truncated = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en', { ...options, roundingMode: 'trunc' } as Intl.NumberFormatOptions);
const FEW_DIGITS = truncated({ maximumFractionDigits: 2 });
const MORE_DIGITS = truncated({ maximumSignificantDigits: 2 });
const COMPACT = truncated({ notation: 'compact', maximumFractionDigits: 1 });

function formatShort(value: Amount, currency: Currency, decimals: number): string {
  const text = formatAmount(value, decimals);
  const [whole = ''] = text.split('.');
  const isSmall = text.startsWith('0.0');
  const format = whole.length > WHOLE_DIGITS_MAX ? COMPACT : isSmall ? MORE_DIGITS : FEW_DIGITS;
  // Exact: the text is not made a number first.
  return `${format.format(text as unknown as number)} ${currency}`;
}

/** A market made directly on chain may hold any characters. */
const BLANKS = /[\s\p{Zl}\p{Zp}]+/gu;

export function plainText(text: string, charactersMax = 300): string {
  const line = printable(text.replace(BLANKS, ' '), '').trim();
  const characters = [...line];
  if (characters.length <= charactersMax) return line;
  return `${characters
    .slice(0, charactersMax - 1)
    .join('')
    .trimEnd()}…`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

export interface CardData extends Headline {
  readonly branding: Pick<Branding, 'name' | 'accent' | 'logo'>;
  readonly bets: number;
  readonly site: string;
  readonly steps: readonly { readonly time: number; readonly share: number }[];
}

const POINTS_MAX = 150;

export async function readCardData(queries: Queries, market: MarketView): Promise<CardData> {
  const { origin, branding } = queries.config();
  const points = await queries.thinHistory(market.id, POINTS_MAX);
  const end = Math.min(queries.now(), market.end?.resolvedAt ?? market.closesAt);
  return {
    ...headlineOf(queries, market),
    branding,
    bets: market.bets,
    site: new URL(origin).host,
    steps: [...points].reverse().map(toStep(market.createdAt, Math.max(end, market.createdAt + 1))),
  };
}

const toStep =
  (from: number, to: number) =>
  ({ placedAt, pools }: Pick<BetRecord, 'placedAt' | 'pools'>) => ({
    time: Math.min(1, Math.max(0, (placedAt - from) / (to - from))),
    share: Number(oddsRoundHalfUp(pools).yes) / 10_000,
  });
