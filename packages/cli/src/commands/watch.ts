import { UsageError } from '@tote/chain/lib/usage-error';
import { type FeedItem, type FeedState, ToteError } from '@tote/sdk';
import { defineCommand, MARKET, text } from '../command.ts';
import { findMarket } from '../find-market.ts';
import { time } from '../format.ts';
import type { Session } from '../session.ts';
import { renderJson, type Text } from '../terminal/text.ts';
import { createBoard, describeEvent } from '../watch/board.ts';

const OPTIONS = {
  of: text('address', 'only events that concern this wallet'),
  after: text('id', 'starts after this event; 0: with the oldest one kept'),
  count: text('number', 'stops after this many events'),
} as const;

export const command = defineCommand({
  about: `Shows odds and events as they happen: a live table on a terminal, otherwise a line per
event, with --json as JSON. It resumes after a lost connection. Ctrl+C stops it.`,
  takes: [{ ...MARKET, isOptional: true }],
  options: OPTIONS,
  examples: [
    'watch',
    'watch market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q --json | jq .type',
  ],
  async run({ places: [id], values, session }) {
    const count = readCount(values.count);
    const marketId = id && (await findMarket(session.tote, id));
    const stop = new AbortController();
    const onSignal = () => stop.abort();
    process.once('SIGINT', onSignal);
    const output = createOutput(session, marketId);
    try {
      const { of: wallet, after: lastEventId } = values;
      const { signal } = stop;
      const { onState } = output;
      let left = count;
      for await (const item of session.tote.feed({
        marketId,
        wallet,
        lastEventId,
        signal,
        onState,
      })) {
        output.onEvent(item);
        left -= 1;
        if (left === 0) break;
      }
    } catch (error) {
      const isStopped = error instanceof ToteError && error.code === 'aborted';
      if (!isStopped) throw error;
    } finally {
      process.off('SIGINT', onSignal);
      output.close();
    }
  },
});

function readCount(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--count: ${text} is not a number of events.`);
}

type Output = ReturnType<typeof createBoard>;

function createOutput(session: Session, marketId: string | undefined): Output {
  const { screen, isJson } = session;
  if (screen && !isJson) return createBoard(session, screen, marketId);
  return {
    onEvent(item) {
      if (isJson) session.output.write(`${renderJson(item)}\n`);
      else session.print(...lineOf(item));
    },
    onState(state) {
      if (!isHeartbeat(state)) session.note(describeState(state));
    },
    close() {},
  };
}

const isHeartbeat = (state: FeedState) => state.state === 'live' && state.chainTime !== undefined;

const describeState = (state: FeedState) =>
  state.state === 'live' ? 'Connected.' : `Reconnecting: ${state.reason.message}`;

const lineOf = (item: FeedItem): Text[] => [
  `${time(item.at)}  ${item.marketId ?? ''}  ${describeEvent(item)}`,
];
