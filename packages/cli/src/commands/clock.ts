import { UsageError } from '@tote/chain/lib/usage-error';
import { defineCommand, text, WALLET_OPTIONS } from '../command.ts';
import { readDuration, time } from '../format.ts';

export const command = defineCommand({
  about: `Shows the chain’s time, by which markets close. --advance moves it forward, only where the
service runs with TOTE_SANDBOX=1, and at most to the end of 2099.`,
  options: {
    ...WALLET_OPTIONS,
    advance: text('time', 'like 90s, 15m, 2h or 3d'),
  },
  examples: ['clock', 'clock --advance 2h --wallet alice'],
  async run({ values: { advance }, session }) {
    const seconds = advance === undefined ? undefined : readDuration(advance);
    if (advance !== undefined && seconds === undefined) {
      throw new UsageError(`--advance: ${advance} must look like 90s, 15m, 2h or 3d.`);
    }
    const { now } =
      seconds === undefined
        ? await session.tote.getConfig()
        : await (await session.connect()).advanceClock({ advanceSeconds: seconds });
    session.show({ now }, () => [[time(now)]]);
  },
});
