import { limitedNetworkOf } from '../client-address.ts';
import { presentApiKey } from '../presenters/account.ts';
import { idempotencyOf } from '../request.ts';
import { defineRoute } from '../route.ts';
import { CreatedApiKeyResponse } from '../schemas/account.ts';
import { addressIn, addressOut, base64In, body, response, textIn } from '../schemas/fragments.ts';

const SIGN_IN_CHARACTERS_MAX = 4_096;

const SignInBody = body({
  wallet: addressIn('The wallet that has signed.'),
  message: base64In(SIGN_IN_CHARACTERS_MAX, 'The `signedMessage` of the wallet, base64.'),
  signature: textIn(1, 100, 'The signature, base58 or base64.'),
});

export const signIn = defineRoute('POST /v1/sign-in', {
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
