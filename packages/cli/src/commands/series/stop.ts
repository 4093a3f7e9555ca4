import { ASKING_OPTIONS, defineCommand, WALLET_OPTIONS } from '../../command.ts';
import { paint } from '../../terminal/text.ts';

export const command = defineCommand({
  about: 'Stops a series for good. Its open rounds go on; no new ones are opened.',
  takes: [{ name: 'series' }],
  options: { ...WALLET_OPTIONS, ...ASKING_OPTIONS },
  examples: ['series stop series_8f3a21c --yes'],
  async run({ places: [seriesId = ''], values, session }) {
    await session.confirm(`Stop ${seriesId} for good?`, values.yes);
    const series = await (await session.connect()).stopSeries({ seriesId });
    session.show(series, () => [[paint('green', 'Stopped: '), `${series.id} ${series.question}`]]);
  },
});
