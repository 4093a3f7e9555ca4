import { defineCommand } from '../../command.ts';
import { time } from '../../format.ts';
import { renderTable, type Text } from '../../terminal/text.ts';

export const command = defineCommand({
  about: 'Lists the running series, then the most recently stopped ones.',
  examples: ['series list'],
  async run({ session }) {
    const all = await session.tote.listSeries();
    session.show(all, () => {
      if (all.length === 0) return [['There is no series.']];
      const rows = all.map((each): Text[] => [
        ...[each.id, each.cadence, each.currency],
        each.stoppedAt ? `stopped ${time(each.stoppedAt)}` : 'runs',
        each.question,
      ]);
      return renderTable(['Id', 'Cadence', 'Currency', 'State', 'Question'], rows);
    });
  },
});
