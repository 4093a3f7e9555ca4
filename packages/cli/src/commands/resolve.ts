import { ASKING_OPTIONS, defineCommand, MARKET, text, WALLET_OPTIONS } from '../command.ts';
import { findMarket } from '../find-market.ts';
import { paint } from '../terminal/text.ts';

export const command = defineCommand({
  about: `Resolves an expired market that a fact decides: a Pyth price, or the state of an account.
Anyone can, even without the service: the program reads the fact itself. The wallet pays the fee. A
price that is not on chain is fetched from Hermes, posted, used and removed in one transaction.`,
  takes: [MARKET],
  options: {
    ...WALLET_OPTIONS,
    ...ASKING_OPTIONS,
    program: text('address', 'the program, if not the built-in one'),
  },
  examples: [
    'resolve market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q --rpc http://127.0.0.1:8899',
  ],
  async run({ places: [id], values, session }) {
    const { env } = session;
    const market = await findMarket(session.tote, id);
    const { name, address: payer } = await session.chooseWallet();
    const { resolveMarket } = await session.installation.loadResolver();
    const resolved = await resolveMarket({
      ...{ market, payer, rpc: await session.findNode() },
      program: values.program ?? (env.TOTE_PROGRAM_ADDRESS || undefined),
      hermesUrls: env.TOTE_HERMES_URLS,
      hermesKey: env.TOTE_HERMES_KEY,
      async unlock(by) {
        await session.confirm(`Resolve it by ${by}, as ${name} (${payer})?`, values.yes);
        return (await session.chooseWallet()).unlock();
      },
    });
    session.show(resolved, () => [
      [paint('green', `${resolved.outcome} won`), `, by ${resolved.by}`],
      [paint('dim', `Transaction ${resolved.transactionId}`)],
    ]);
  },
});
