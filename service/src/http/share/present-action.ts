// A market as a Solana Action (specification 2.4): what a wallet or a feed shows of it, with
// buttons that lead to a transaction.
import { type Currency, formatAmount } from '@tote/domain';
import type { MarketView } from '../../queries/shown.ts';
import type { Headline } from './headline.ts';
import { describeOdds } from './page-head.ts';
import { plainText } from './plain-text.ts';

interface Action {
  readonly type: 'action';
  /** Absolute. */
  readonly icon: string;
  readonly title: string;
  readonly description: string;
  /** At most five words. */
  readonly label: string;
  readonly disabled?: true;
  readonly links?: { readonly actions: readonly LinkedAction[] };
}

interface LinkedAction {
  readonly type: 'transaction' | 'external-link';
  readonly href: string;
  readonly label: string;
  readonly parameters?: readonly Parameter[];
}

interface Parameter {
  readonly type: 'text';
  readonly name: string;
  readonly label: string;
  readonly required: true;
  readonly pattern: string;
  readonly patternDescription: string;
}

interface ActionContext {
  readonly headline: Headline;
  readonly origin: string;
  /** Of the card. */
  readonly version: string;
  readonly decimals: number;
  /** Whether there is a page where bets can be placed. */
  readonly hasPage: boolean;
}

const TITLE_CHARACTERS_MAX = 160;
const QUICK_AMOUNTS: Readonly<Record<Currency, readonly string[]>> = {
  SOL: ['0.1', '1'],
  UTILITY: ['10', '100'],
};

export function presentAction(market: MarketView, context: ActionContext): Action {
  const { headline, origin, version } = context;
  const links = headline.isOpen ? linksOf(market, context) : [];
  return {
    type: 'action',
    icon: `${origin}/m/${market.id}/card.png?v=${encodeURIComponent(version)}`,
    title: plainText(headline.question, TITLE_CHARACTERS_MAX),
    description: `${describeOdds(headline)} ${headline.state}.`,
    label: headline.isOpen ? 'Bet' : 'Betting closed',
    ...(links.length > 0 ? { links: { actions: links } } : { disabled: true }),
  };
}

/**
 * In a gated market our key signs when a bet is sent, not before: who holds a bet that we have
 * signed could wait for the result. Wallets send an action's transaction themselves, so there the
 * page takes the bet.
 */
function linksOf(market: MarketView, { decimals, hasPage }: ActionContext): LinkedAction[] {
  const { id, currency, isGated } = market;
  const path = `/v1/actions/markets/${id}`;
  if (isGated) {
    if (!hasPage) return [];
    return [{ type: 'external-link', href: path, label: 'Bet on the page' }];
  }
  const minimum = formatAmount(market.minimumStake, decimals);
  return (['Yes', 'No'] as const).flatMap((side) => [
    ...QUICK_AMOUNTS[currency].map((amount) => ({
      type: 'transaction' as const,
      href: `${path}?outcome=${side}&amount=${amount}`,
      label: `${side} ${amount} ${currency}`,
    })),
    {
      type: 'transaction',
      href: `${path}?outcome=${side}&amount={amount}`,
      label: `Bet ${side}`,
      parameters: [
        {
          type: 'text',
          name: 'amount',
          label: `${currency} on ${side}, at least ${minimum}`,
          required: true,
          pattern: `^\\d{1,12}(\\.\\d{1,${Math.max(1, decimals)}})?$`,
          patternDescription: 'Digits with a decimal point, such as 0.5',
        },
      ],
    },
  ]);
}
