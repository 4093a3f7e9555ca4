import { UsageError } from '@tote/chain/lib/usage-error';
import { defineCommand } from '../command.ts';
import { EXIT, RefusedError } from '../failures.ts';
import { findLocalService } from '../local-service.ts';

export const command = defineCommand({
  about: `Plays a market of a type from creation to payout, with new wallets, in a service on the
embedded chain. The chain’s clock moves forward by an hour or two, for all other markets too.
Without a type it lists them. npm run demo plays all of them on a chain of its own.`,
  takes: [{ name: 'type', isOptional: true }],
  examples: ['sandbox', 'sandbox migrated'],
  async run({ places: [type], session }) {
    const { installation, env, url: baseUrl } = session;
    if (!installation.loadDemo) {
      throw new UsageError('sandbox needs the scenarios: run it in a clone of the repository.');
    }
    const { SCENARIOS, findOracleKey, playAndCheck } = await installation.loadDemo();
    const types = SCENARIOS.map((scenario) => scenario.type);
    if (type === undefined) {
      session.show(types, () => types.map((each) => [each]));
      return EXIT.done;
    }
    const scenarios = SCENARIOS.filter((scenario) => scenario.type === type);
    if (scenarios.length === 0) {
      throw new UsageError(`There is no type ${type}. The types are ${types.join(', ')}.`);
    }
    const local = findLocalService(env);
    const oracleApiKey = findOracleKey(local?.baseUrl === baseUrl ? local : undefined);
    if (!oracleApiKey && scenarios.some(({ evidence }) => evidence !== undefined)) {
      throw new UsageError(`${type} needs the oracle: run it in the folder of the service.`);
    }
    const { sandbox } = await session.tote.getConfig();
    if (!sandbox) {
      throw new RefusedError('The service has no sandbox. Start it with TOTE_SANDBOX=1.');
    }
    const print = (text: string) => {
      for (const line of text.split('\n')) session.tell(line);
    };
    const options = { baseUrl, oracleApiKey, scenarios, print };
    const { markets, problems } = await playAndCheck(options);
    const played = markets.map(({ id, outcome }) => ({ type, id, outcome }));
    session.show({ played, problems }, () => []);
    return problems.length === 0 ? EXIT.done : EXIT.differs;
  },
});
