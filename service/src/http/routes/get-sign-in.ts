import { Type } from '@sinclair/typebox';
import { defineRoute } from '../route.ts';
import { response, text, timeOut } from '../schemas/fragments.ts';

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

export const getSignIn = defineRoute('GET /v1/sign-in', {
  tag: 'Account',
  summary: 'What a page hands to `solana:signIn` of a wallet',
  response: SignInInputResponse,
  async handle({ commands }, request, reply) {
    reply.header('cache-control', 'no-store');
    const input = commands.offerSignIn(request.headers.origin);
    return { ...input, resources: [...input.resources] };
  },
});
