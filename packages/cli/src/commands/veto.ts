import { readKey } from '../cluster/cluster-options.ts';
import { instantOf, SENDING_OPTIONS, withConfig } from '../cluster/config-session.ts';
import { defineCommand, MARKET } from '../command.ts';
import { RefusedError } from '../failures.ts';
import { marketIdOf } from '../format.ts';
import { paint } from '../terminal/text.ts';

export const command = defineCommand({
  about: `Vetoes, as the guardian, the oracle’s outcome of a market during its veto time, which
refunds all stakes. The transaction goes straight to the chain, so it works without the service.`,
  takes: [MARKET],
  options: {
    ...SENDING_OPTIONS,
    by: { type: 'string', value: 'file', about: 'key file of the guardian' },
    payer: { type: 'string', value: 'file', about: 'key file of the fee payer; default: --by' },
  },
  examples: [
    'veto market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q --rpc https://rpc.example --program 4Nd1… --by guardian.json',
  ],
  async run({ places: [id = ''], values, session }) {
    const marketId = marketIdOf(id);
    return withConfig(session, values, async ({ deployer, chain, config }) => {
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
      if (values['dry-run']) {
        session.show({ ...summary, signature: null }, () => [['Nothing was sent.']]);
        return undefined;
      }
      await session.confirm('Veto it? All stakes are refunded, for good.', values.yes);
      const signature = await deployer.vetoMarket(chain, { payer, guardian, market });
      session.show({ ...summary, signature }, () => [
        [paint('green', 'Vetoed. '), paint('dim', `Transaction ${signature}`)],
      ]);
      return undefined;
    });
  },
});
