import { UsageError } from '@tote/chain/lib/usage-error';
import { decimal, type SeriesRequest } from '@tote/sdk';
import { ASKING_OPTIONS, choice, defineCommand, text, WALLET_OPTIONS } from '../../command.ts';
import { paint } from '../../terminal/text.ts';
import { readCondition } from '../create.ts';

export const command = defineCommand({
  about: `Starts a series: a market that the service opens again and again. {start} and {end} in the
question become the times of the round, from whose start a condition of type change measures. Only
wallets that operate the service can do this.`,
  takes: [{ name: 'question' }],
  options: {
    ...WALLET_OPTIONS,
    ...ASKING_OPTIONS,
    cadence: text('time', 'how long a round takes: 1m, 5m, 1h, 1d, 1w, 1mo'),
    opens: text('seconds', 'how long before its start a round takes bets'),
    closes: text('seconds', 'how long after its start it still takes bets; default: 0'),
    currency: choice(['SOL', 'UTILITY'], 'the currency of bets; default: SOL'),
    token: text('mint', 'the token that the question is about'),
    condition: text('JSON|@file', 'what decides; default: the question'),
    stake: text('amount', 'what the wallet stakes on each side of each round'),
    key: text('text', 'idempotency key: the same key starts only one'),
  },
  examples: [
    `series create 'Will SOL be up from {start} to {end}?' --cadence 5m --condition @up.json`,
  ],
  async run({ places: [question = ''], values, session }) {
    const { cadence, currency = 'SOL', token, stake, key } = values;
    if (cadence === undefined) throw new UsageError('--cadence is missing.');
    // The service validates the rest.
    const request = {
      ...{ question, currency, cadence, tokenAddress: token },
      condition: readCondition(values.condition),
      opensBeforeStart: readSeconds('--opens', values.opens),
      closesAfterStart: readSeconds('--closes', values.closes),
      ...(stake !== undefined && { initialStake: { Yes: decimal(stake), No: decimal(stake) } }),
    } as SeriesRequest;
    await session.confirm(`Start this series at ${session.url}?`, values.yes);
    const tote = await session.connect();
    const series = await tote.createSeries(request, { idempotencyKey: key });
    session.show(series, () => [[paint('green', 'Started: '), series.id]]);
  },
});

function readSeconds(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`${option}: must be a number of seconds.`);
  return Number(given);
}
