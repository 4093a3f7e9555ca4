import { Type } from '@sinclair/typebox';
import { callerOf } from '../access.ts';
import { limitedNetworkOf } from '../client-address.ts';
import { presentApiKey } from '../presenters/account.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { ApiKeyResponse, CreatedApiKeyResponse } from '../schemas/account.ts';
import {
  addressIn,
  addressOut,
  base64In,
  body,
  response,
  text,
  textIn,
  timeOut,
} from '../schemas/fragments.ts';
import { UNUSED_BODY_ERRORS } from './shared-errors.ts';

const SignInInputResponse = response(
  {
    domain: text('The host of the page that asks, if it may; or ours.'),
    statement: Type.String(),
    uri: Type.String(),
    version: Type.String(),
    chainId: Type.String({ examples: ['solana:mainnet'] }),
    nonce: text('Valid for 5 minutes and once.'),
    issuedAt: timeOut(),
    expirationTime: timeOut(),
    resources: Type.Array(Type.String({ examples: ['urn:tote:scope:bet'] }), {
      description: 'The scopes of the key. Leave some out, or add one.',
    }),
  },
  { description: 'The input of `solana:signIn`.' },
);

const SIGN_IN_CHARACTERS_MAX = 4_096;

const SignInBody = body({
  wallet: addressIn('The wallet that has signed.'),
  message: base64In(SIGN_IN_CHARACTERS_MAX, 'The `signedMessage` of the wallet, base64.'),
  signature: textIn(1, 100, 'The signature, base58 or base64.'),
});

const find = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** Later patterns match agents of earlier ones, too. */
const BROWSERS = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux|CrOS/, 'Linux'],
] as const;

function browserOf(agent: string): string | undefined {
  const [browser, system] = [find(BROWSERS, agent), find(SYSTEMS, agent)];
  return browser && system && `${browser} on ${system}`;
}

export const SIGN_IN_ROUTES = {
  getSignIn: defineRoute('GET /v1/sign-in', {
    tag: 'Account',
    summary: 'What a page hands to `solana:signIn` of a wallet',
    response: SignInInputResponse,
    async handle({ commands }, request, reply) {
      reply.header('cache-control', 'no-store');
      const input = commands.offerSignIn(request.headers.origin);
      return { ...input, resources: [...input.resources] };
    },
  }),

  signIn: defineRoute('POST /v1/sign-in', {
    tag: 'Account',
    summary: 'Get an API key of 7 days for a message of `solana:signIn`',
    worksEverywhere: true,
    body: SignInBody,
    keepsKey: true,
    response: response({ wallet: addressOut(), ...CreatedApiKeyResponse.properties }),
    errors: [
      'credential_invalid',
      'sign_in_invalid',
      'address_invalid',
      'characters_not_allowed',
      'api_keys_too_many',
      'wallet_not_operator',
    ],
    async handle({ commands, isLoopbackLimited }, request) {
      const address = limitedNetworkOf(request, isLoopbackLimited);
      const browser = browserOf(request.headers['user-agent'] ?? '');
      const input = { ...request.body, address, browser };
      const { wallet, key, record } = await commands.signIn(input, idempotencyOf(request));
      return { wallet, key, ...presentApiKey(record) };
    },
  }),

  signOutEverywhere: defineRoute('DELETE /v1/sign-in', {
    tag: 'Account',
    summary: 'Revoke the keys of all sign-ins of your wallet; with one of them, or `manage`',
    worksEverywhere: true,
    // The command asks for the scope, unless the key came from a sign-in.
    credential: 'required',
    response: Type.Array(ApiKeyResponse),
    errors: UNUSED_BODY_ERRORS,
    handle: async ({ commands }, request) =>
      (await commands.signOutEverywhere(callerOf(request))).map(presentApiKey),
  }),
};
