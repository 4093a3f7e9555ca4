import { readKey } from '../cluster/cluster-options.ts';
import { instantOf, SENDING_OPTIONS, sendAsked, withConfig } from '../cluster/config-session.ts';
import { defineCommand, MARKET, text } from '../command.ts';
import { RefusedError } from '../failures.ts';
import { marketIdOf } from '../format.ts';

export const command = defineCommand({
  about: `Vetoes, as the guardian, the oracle’s outcome of a market during its veto time, which
refunds all stakes. The transaction goes straight to the chain, so it works without the service.`,
  takes: [MARKET],
  options: {
    ...SENDING_OPTIONS,
    by: text('file', 'key file of the guardian'),
    payer: text('file', 'key file of the fee payer; default: --by'),
  },
  examples: [
    'veto market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q --rpc https://rpc.example --program 4Nd1… --by guardian.json',
  ],
  async run({ places: [id = ''], values, session }) {
    const marketId = marketIdOf(id);
    return withConfig(session, values, async (opened) => {
      const { deployer, chain, config } = opened;
      const guardian = await readKey(deployer, '--by', values.by);
      const payer = values.payer ? await readKey(deployer, '--payer', values.payer) : guardian;
      if (guardian.address !== config.guardian) {
        throw new RefusedError(`${guardian.address} is not the guardian ${config.guardian}.`);
      }
      const proposed = await deployer.findProposed(chain, marketId);
      if (typeof proposed === 'string') throw new RefusedError(proposed);
      const { market, outcome } = proposed;
      const vetoEndsAt = instantOf(proposed.vetoEndsAt);
      session.tell(`The oracle said ${outcome}. It can be vetoed until ${vetoEndsAt}.`);
      const summary = { marketId, outcome, vetoEndsAt };
      await sendAsked(session, opened, values, {
        ...{
          payer,
          summary,
          question: 'Veto it? All stakes are refunded, for good.',
          done: 'Vetoed.',
        },
        send: () => deployer.vetoMarket(chain, { payer, guardian, market }),
      });
    });
  },
});
