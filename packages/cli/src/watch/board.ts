import { describeRefund } from '@tote/domain';
import type { FeedItem, FeedState, Tote } from '@tote/sdk';
import { money, percent, time } from '../format.ts';
import type { Session } from '../session.ts';
import type { Screen } from '../surroundings.ts';
import { cut, paint, renderTable, type Text } from '../terminal/text.ts';

interface Row {
  readonly id: string;
  readonly question: string;
  readonly currency: string;
  readonly expireAt: string;
  readonly yes: number | undefined;
  readonly stakes?: { readonly Yes: string; readonly No: string };
  readonly volume: string;
  readonly state: string;
}

const EVENTS_SHOWN = 8;
const OTHER_LINES = 5;
const DRAW_MS = 100;

export function createBoard(session: Session, screen: Screen, marketId: string | undefined) {
  const rows = new Map<string, Row>();
  const events: string[] = [];
  let status: Text = 'Connecting …';
  let drawing: NodeJS.Timeout | undefined;

  const draw = () => {
    drawing = undefined;
    const shown = Math.max(1, screen.rows - OTHER_LINES - EVENTS_SHOWN);
    const lines = [...rows.values()].slice(0, shown).map(lineOf);
    session.draw([
      [paint('bold', 'Tote '), session.url, '  ', status],
      [''],
      ...renderTable(['Yes', 'Volume', 'State', 'Expires', 'Question'], lines, screen.columns),
      [''],
      ...events.map((event): Text[] => [paint('dim', cut(event, screen.columns))]),
    ]);
  };
  const change = () => {
    drawing ??= setTimeout(draw, DRAW_MS);
  };
  const refresh = async () => {
    try {
      const read = await readRows(session.tote, marketId);
      rows.clear();
      for (const row of read) rows.set(row.id, row);
    } catch (error) {
      status = paint('red', (error as Error).message);
    }
    change();
  };
  return {
    onEvent(item: FeedItem) {
      events.unshift(`${time(item.at)}  ${describeEvent(item)}`);
      events.length = Math.min(events.length, EVENTS_SHOWN);
      const row = rows.get(item.marketId ?? '');
      if (row && item.type === 'odds.changed') {
        const { odds, totalStake } = item.data;
        rows.set(row.id, { ...row, yes: odds.Yes, stakes: totalStake });
      } else if (/^(market|feed|settlement)\./.test(item.type)) void refresh();
      change();
    },
    onState(state: FeedState) {
      const isLive = state.state === 'live';
      status = isLive ? paint('green', 'live') : paint('red', `waits: ${state.reason.message}`);
      // More may have happened meanwhile than the feed has kept.
      if (isLive) void refresh();
      change();
    },
    close() {
      clearTimeout(drawing);
      draw();
    },
  };
}

async function readRows(tote: Tote, marketId: string | undefined): Promise<Row[]> {
  if (marketId === undefined) {
    const markets = await tote.listMarkets({ status: 'open', sort: 'endingSoon', limit: 100 });
    return markets.map((market) => ({
      ...market,
      yes: market.odds.Yes,
      volume: market.totalVolume,
      state: market.bettingOpen ? 'open' : 'closed',
    }));
  }
  const market = await tote.getMarket({ marketId });
  const [yes, no] = market.outcomes;
  return [
    {
      ...market,
      yes: yes?.odds,
      stakes: { Yes: yes?.totalStake ?? '0', No: no?.totalStake ?? '0' },
      volume: market.totalVolume,
      state: market.winningOutcome ?? (market.bettingOpen ? 'open' : 'closed'),
    },
  ];
}

function lineOf({ yes, volume, stakes, currency, state, expireAt, question }: Row): Text[] {
  const shown = stakes ? `${stakes.Yes} / ${stakes.No}` : volume;
  return [percent(yes), money(shown, currency), state, time(expireAt), question];
}

export function describeEvent({ type, data }: FeedItem): string {
  switch (type) {
    case 'market.created':
      return `${type}: ${data.question}`;
    case 'bet.pending':
    case 'bet.confirmed':
    case 'bet.failed':
      return `${type}: ${money(data.amount, data.currency)} on ${data.outcome} by ${data.wallet}`;
    case 'odds.changed':
      return `${type}: Yes ${percent(data.odds.Yes)}, No ${percent(data.odds.No)}`;
    case 'market.proposed':
      return `${type}: ${data.proposedOutcome}`;
    case 'market.resolved':
      return `${type}: ${data.winningOutcome}`;
    case 'market.refunded':
      return `${type}: ${describeRefund(data.refundReason, data.winningOutcome)}`;
    case 'position.settled':
      return `${type}: ${money(data.payout, data.currency)} to ${data.wallet}`;
    case 'account.deposited':
    case 'account.withdrawn':
      return `${type}: ${money(data.amount, data.currency)}, ${data.wallet}`;
    case 'feed.unreadable':
      return `${type}: ${data.reason}`;
    default:
      return type;
  }
}
