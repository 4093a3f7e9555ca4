import type { SeriesRound } from '@tote/sdk';
import { defineCommand } from '../../command.ts';
import { DECIDERS, facts, time } from '../../format.ts';
import { paint, renderTable, type Text } from '../../terminal/text.ts';

export const command = defineCommand({
  about: 'Shows a series with its current and next round and the last 20 results.',
  takes: [{ name: 'series' }],
  examples: ['series show series_8f3a21c'],
  async run({ places: [seriesId = ''], session }) {
    const series = await session.tote.getSeries({ seriesId });
    const rounds = [series.next, series.current, ...series.results];
    session.show(series, () => [
      [paint('bold', series.question)],
      ...facts([
        ['Cadence', series.cadence],
        ['Decided by', DECIDERS[series.decidedBy]],
        ['Veto time', `${series.vetoSeconds} seconds`],
        ['Missed', `${series.missedRounds} rounds`],
        ['Stopped', series.stoppedAt ? time(series.stoppedAt) : undefined],
      ]),
      [''],
      ...renderTable(
        ['Start', 'State', 'Outcome', 'Market'],
        rounds.flatMap((round) => (round ? [toRow(round)] : [])),
      ),
    ]);
  },
});

const toRow = ({ startsAt, state, winningOutcome, marketId }: SeriesRound): Text[] => [
  ...[time(startsAt), state, winningOutcome ?? '', marketId ?? ''],
];
