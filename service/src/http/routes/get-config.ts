import { Type } from '@sinclair/typebox';
import { LIMITS } from '@tote/domain';
import type { Trust } from '../../queries/read-trust.ts';
import type { ServiceConfig } from '../../settings/service-config.ts';
import { BUILD } from '../../telemetry/build.ts';
import { presentPerCurrency } from '../presenters/bet.ts';
import { defineRoute } from '../route.ts';
import * as s from '../schemas/fragments.ts';

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

type PublicLimits = Record<(typeof limitNames)[number], number>;

const PUBLIC_LIMITS = Object.fromEntries(
  limitNames.map((name) => [name, LIMITS[name]]),
) as PublicLimits;

const limits = Type.Unsafe<PublicLimits>(
  s.response(Object.fromEntries(limitNames.map((name) => [name, Type.Integer()]))),
);

const demo = s.response(
  {
    notice: Type.String(),
    feeds: s.list(
      s.response({ symbol: Type.String(), feedId: Type.String(), account: s.addressOut() }),
    ),
    tokens: s.list(
      s.response({
        symbol: Type.String(),
        mint: s.addressOut(),
        bondingCurve: s.addressOut(),
        pool: s.addressOut(),
        curveCompletesAt: s.instantOut('When its bonding curve is or was sold out.'),
        migratesAt: s.instantOut('When its pool is or was created.'),
      }),
    ),
    webSources: s.list(s.response({ url: Type.String(), pointer: Type.String() })),
    bettors: s.list(s.response({ name: Type.String(), wallet: s.addressOut() }), {
      description: 'Wallets that this service bets with, in markets that they made themselves.',
    }),
  },
  { description: 'Made-up prices and tokens of the embedded chain, for testing.' },
);

const keyOrNull = (description: string) => s.orNull(s.addressOut(), { description });

const keys = {
  admin: s.addressOut(),
  guardian: keyOrNull('May veto outcomes of the oracle, and disable operator and oracle at once.'),
  operator: keyOrNull('Signs new markets and bets in gated ones. Null: disabled.'),
  oracle: keyOrNull('Decides new markets that no fact on chain decides. Null: disabled.'),
  changeDelaySeconds: s.integer(
    'How long a change of the Config is announced before it takes effect.',
  ),
};

const times = {
  vetoSeconds: Type.Integer(),
  leadSeconds: s.integer('How long before its expiry a market about a value at the expiry closes.'),
  horizonSeconds: s.integer(
    'For markets that end later than this from now, the wallet signs itself.',
  ),
};

const pendingChange = s.response(
  {
    effectiveAt: s.instantOut('From then on anyone can apply it.'),
    ...keys,
    treasury: s.addressOut(),
    feePercentage: s.response({ burn: s.feeRateOut(), developer: s.feeRateOut() }),
    minimumStake: s.perCurrency(s.amountOut()),
    ...times,
    knownPrograms: s.list(s.addressOut()),
  },
  { description: 'The announced Config. Existing markets keep their terms.' },
);

const trust = s.response(
  {
    upgradeAuthority: keyOrNull('May replace the program, and with it every rule. Null: nobody.'),
    ...keys,
    mintAuthority: keyOrNull('May mint more UTILITY. Null: nobody.'),
    programHash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the deployed program without trailing zeros.',
    }),
    programMatches: s.orNull(Type.Boolean(), {
      description:
        'Whether the deployed program equals the program/tote.so of this service. ' +
        'Null: the service does not have the file.',
    }),
    pendingChange: s.orNull(pendingChange),
  },
  { description: 'Which keys have which power over markets, read from the chain.' },
);

export const build = s.response(
  {
    version: Type.String(),
    commit: s.text('With -dirty if files were changed, or unknown.'),
  },
  { description: 'The code that answers.' },
);

const branding = s.response(
  {
    name: Type.String(),
    accent: s.orNull(Type.String(), { description: 'A colour like `#ffb81c`.' }),
    logoUrl: s.orNull(Type.String()),
    termsUrl: s.orNull(Type.String()),
    supportUrl: s.orNull(Type.String()),
  },
  { description: "The operator's own name and look." },
);

const countryPolicy = s.response(
  {
    blocked: s.list(Type.String(), { description: 'Codes like `US`.' }),
    blocksUnknown: s.flag('Whether a country that the proxy does not name is blocked.'),
  },
  {
    description:
      'Where only reads, withdrawals and their sign-in work; other writes are 451 ' +
      '`country_blocked`.',
  },
);

const ConfigResponse = s.response({
  program: s.addressOut(),
  utilityMint: s.addressOut(),
  tokenProgram: s.addressOut('Owns the utilityMint: the classic Token program or Token-2022.'),
  decimals: s.perCurrency(Type.Integer()),
  minimumStake: s.perCurrency(s.amountOut()),
  feePercentage: s.response({ burn: s.feeRateOut(), developer: s.feeRateOut() }),
  ...times,
  delegate: s.addressOut('The key to name as delegate.'),
  delegates: s.list(s.addressOut(), {
    description: 'All keys that the service bets with; two while it changes to another one.',
  }),
  oracle: s.addressOut(),
  treasury: s.addressOut(),
  origin: s.text('The second line of the text that a wallet signs.'),
  genesisHash: s.text('The third line of the text that a wallet signs.'),
  cluster: s.choiceOut(['embedded', 'remote']),
  rpcUrl: s.orNull(Type.String(), {
    description: 'A node that anybody may use to check what the service says.',
  }),
  explorerUrl: s.orNull(Type.String(), {
    description: 'Shows a transaction or an account: `{kind}` is tx or address, `{id}` which one.',
  }),
  branding,
  countryPolicy: s.orNull(countryPolicy, { description: 'Null: bets are offered everywhere.' }),
  sandbox: Type.Boolean(),
  now: s.instantOut('The time of the chain.'),
  webSources: s.list(Type.String(), {
    description: 'Beginnings of the addresses that a condition web_value may name.',
  }),
  limits,
  build,
  trust,
  demo: Type.Optional(demo),
});
type ConfigResponse = s.Static<typeof ConfigResponse>;

export const getConfig = defineRoute('GET /v1/config', {
  tag: 'Service',
  summary: 'Get addresses, limits, the time of the chain and who holds which key',
  response: s.named('Config', ConfigResponse),
  async handle({ queries }) {
    const trust = await queries.getTrust();
    const config = queries.config();
    const { feeRates, minimumStake, knownPrograms: _, ...onChain } = config.onChain();
    return {
      ...config,
      ...onChain,
      program: config.programAddress,
      minimumStake: presentPerCurrency(minimumStake, config.decimals),
      feePercentage: { burn: feeRates.burnBps, developer: feeRates.developerBps },
      rpcUrl: config.rpcUrl ?? null,
      explorerUrl: config.explorerUrl ?? null,
      branding: presentBranding(config),
      countryPolicy: config.countryPolicy ? { ...config.countryPolicy, blocksUnknown: true } : null,
      sandbox: config.hasSandbox,
      now: queries.now(),
      limits: PUBLIC_LIMITS,
      build: BUILD,
      trust: { ...trust, pendingChange: presentPending(trust, config) },
      demo: config.demo && presentDemo(config.demo),
    };
  },
});

function presentPending(
  { pendingChange }: Trust,
  { decimals }: ServiceConfig,
): ConfigResponse['trust']['pendingChange'] {
  if (pendingChange === null) return null;
  const { feeRates, minimumStake } = pendingChange;
  return {
    ...pendingChange,
    feePercentage: { burn: feeRates.burnBps, developer: feeRates.developerBps },
    minimumStake: presentPerCurrency(minimumStake, decimals),
  };
}

function presentBranding({ branding, origin }: ServiceConfig): ConfigResponse['branding'] {
  const { name, accent = null, logo, termsUrl = null, supportUrl = null } = branding;
  return { name, accent, logoUrl: logo ? `${origin}/${logo.path}` : null, termsUrl, supportUrl };
}

function presentDemo(demo: NonNullable<ServiceConfig['demo']>): ConfigResponse['demo'] {
  const webSources = demo.webSources.map(({ url, pointer = '' }) => ({ url, pointer }));
  return { ...demo, webSources };
}
