import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import type { Trust } from '../../queries/trust.ts';
import type { ServiceConfig } from '../../settings/service-config.ts';
import { BUILD } from '../../telemetry/build.ts';
import { presentPerCurrency } from '../presenters/amounts.ts';
import { defineRoute } from '../route.ts';
import {
  addressOut,
  amountOut,
  choiceOut,
  feeRateOut,
  instantOut,
  named,
  orNull,
  perCurrency,
  response,
  type Static,
} from '../schemas/fragments.ts';

const limitNames = [
  'questionCharactersMin',
  'questionCharactersMax',
  'questionBytesMax',
  'marketDurationSecondsMax',
  'pageSizeMin',
  'pageSizeMax',
  'pageSizeDefault',
  'pageOffsetMax',
  'longListOffsetMax',
  'idempotencyKeyCharactersMin',
  'idempotencyKeyCharactersMax',
  'idempotencyKeySecondsKept',
  'nonceCharactersMin',
  'nonceCharactersMax',
  'signatureAgeSecondsMax',
  'bodyBytesMax',
  'jsonDepthMax',
  'confirmWaitMsMax',
] as const satisfies readonly (keyof typeof LIMITS)[];

type LimitName = (typeof limitNames)[number];

const PUBLIC_LIMITS = Object.fromEntries(limitNames.map((name) => [name, LIMITS[name]])) as Record<
  LimitName,
  number
>;

const limits = Type.Unsafe<Record<LimitName, number>>(
  response(Object.fromEntries(limitNames.map((name) => [name, Type.Integer()]))),
);

const demo = response(
  {
    notice: Type.String(),
    feeds: Type.Array(
      response({ symbol: Type.String(), feedId: Type.String(), account: addressOut() }),
    ),
    tokens: Type.Array(
      response({
        symbol: Type.String(),
        mint: addressOut(),
        bondingCurve: addressOut(),
        pool: addressOut(),
        curveCompletesAt: instantOut('When its bonding curve is or was sold out.'),
        migratesAt: instantOut('When its pool is or was created.'),
      }),
    ),
    webSources: Type.Array(response({ url: Type.String(), pointer: Type.String() })),
  },
  { description: 'Made-up prices and tokens of the embedded chain, for testing.' },
);

const keyOrNull = (description: string) => orNull(addressOut(), { description });

const keys = {
  admin: addressOut(),
  guardian: keyOrNull('May veto outcomes of the oracle, and disable operator and oracle at once.'),
  operator: keyOrNull('Signs new markets and bets in gated ones. Null: disabled.'),
  oracle: keyOrNull('Decides new markets that no fact on chain decides. Null: disabled.'),
  changeDelaySeconds: Type.Integer({
    description: 'How long a change of the Config is announced before it takes effect.',
  }),
};

const times = {
  vetoSeconds: Type.Integer(),
  leadSeconds: Type.Integer({
    description: 'How long before its expiry a market about a value at the expiry closes.',
  }),
  horizonSeconds: Type.Integer({
    description: 'For markets that end later than this from now, the wallet signs itself.',
  }),
};

const pendingChange = response(
  {
    effectiveAt: instantOut('From then on anyone can apply it.'),
    ...keys,
    treasury: addressOut(),
    feePercentage: response({ burn: feeRateOut(), developer: feeRateOut() }),
    minimumStake: perCurrency(amountOut()),
    ...times,
    knownPrograms: Type.Array(addressOut()),
  },
  { description: 'The announced Config. Existing markets keep their terms.' },
);

const trust = response(
  {
    upgradeAuthority: keyOrNull('May replace the program, and with it every rule. Null: nobody.'),
    ...keys,
    mintAuthority: keyOrNull('May mint more UTILITY. Null: nobody.'),
    programHash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the deployed program without trailing zeros.',
    }),
    programMatches: orNull(Type.Boolean(), {
      description:
        'Whether the deployed program equals the program/tote.so of this service. ' +
        'Null: the service does not have the file.',
    }),
    pendingChange: orNull(pendingChange),
  },
  { description: 'Which keys have which power over markets, read from the chain.' },
);

export const build = response(
  {
    version: Type.String(),
    commit: Type.String({ description: 'With -dirty if files were changed, or unknown.' }),
  },
  { description: 'The code that answers.' },
);

const ConfigResponse = response({
  program: addressOut(),
  utilityMint: addressOut(),
  tokenProgram: addressOut('Owns the utilityMint: the classic Token program or Token-2022.'),
  decimals: perCurrency(Type.Integer()),
  minimumStake: perCurrency(amountOut()),
  feePercentage: response({ burn: feeRateOut(), developer: feeRateOut() }),
  ...times,
  delegate: addressOut('The key to name as delegate.'),
  delegates: Type.Array(addressOut(), {
    description: 'All keys that the service bets with; two while it changes to another one.',
  }),
  oracle: addressOut(),
  treasury: addressOut(),
  origin: Type.String({ description: 'The second line of the text that a wallet signs.' }),
  genesisHash: Type.String({ description: 'The third line of the text that a wallet signs.' }),
  cluster: choiceOut(['embedded', 'remote']),
  rpcUrl: orNull(Type.String(), {
    description: 'A node that anybody may use to check what the service says.',
  }),
  explorerUrl: orNull(Type.String(), {
    description: 'Shows a transaction or an account: `{kind}` is tx or address, `{id}` which one.',
  }),
  sandbox: Type.Boolean(),
  now: instantOut('The time of the chain.'),
  webSources: Type.Array(Type.String(), {
    description: 'Beginnings of the addresses that a condition web_value may name.',
  }),
  limits,
  build,
  trust,
  demo: Type.Optional(demo),
});
type ConfigResponse = Static<typeof ConfigResponse>;

export const getConfig = defineRoute({
  id: 'getConfig',
  method: 'GET',
  path: '/v1/config',
  tag: 'Service',
  summary: 'Get addresses, limits, the time of the chain and who holds which key',
  response: named('Config', ConfigResponse),
  async handle({ queries }) {
    const trust = await queries.getTrust();
    const config = queries.config();
    const { delegates, webSources = [], feeRates, demo } = config;
    return {
      program: config.programAddress,
      utilityMint: config.utilityMint,
      tokenProgram: config.tokenProgram,
      decimals: config.decimals,
      minimumStake: presentPerCurrency(config.minimumStake, config.decimals),
      feePercentage: { burn: feeRates.burnBps, developer: feeRates.developerBps },
      vetoSeconds: config.vetoSeconds,
      leadSeconds: config.leadSeconds,
      horizonSeconds: config.horizonSeconds,
      delegate: config.delegate,
      delegates: [...delegates],
      oracle: config.oracle,
      treasury: config.treasury,
      origin: config.origin,
      genesisHash: config.genesisHash,
      cluster: config.cluster,
      rpcUrl: config.rpcUrl ?? null,
      explorerUrl: config.explorerUrl ?? null,
      sandbox: config.hasSandbox,
      now: queries.now(),
      webSources: [...webSources],
      limits: PUBLIC_LIMITS,
      build: BUILD,
      trust: { ...trust, pendingChange: presentPending(trust, config) },
      ...(demo && { demo: presentDemo(demo) }),
    };
  },
});

function presentPending(
  { pendingChange }: Trust,
  { decimals }: ServiceConfig,
): ConfigResponse['trust']['pendingChange'] {
  if (pendingChange === null) return null;
  const { feeRates, minimumStake, knownPrograms, ...change } = pendingChange;
  return {
    ...change,
    feePercentage: { burn: feeRates.burnBps, developer: feeRates.developerBps },
    minimumStake: presentPerCurrency(minimumStake, decimals),
    knownPrograms: [...knownPrograms],
  };
}

function presentDemo({
  notice,
  feeds,
  tokens,
  webSources,
}: NonNullable<ServiceConfig['demo']>): ConfigResponse['demo'] {
  return {
    ...{ notice, feeds: [...feeds], tokens: [...tokens] },
    webSources: webSources.map(({ url, pointer = '' }) => ({ url, pointer })),
  };
}
