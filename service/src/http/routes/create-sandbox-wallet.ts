import { allowInSandbox } from '../access.ts';
import { clientAddressOf } from '../client-address.ts';
import { defineRoute } from '../route.ts';
import { addressOut, named, response, text } from '../schemas/fragments.ts';

const SandboxWalletResponse = response({
  address: addressOut(),
  secretKey: text('Base58 of 64 bytes, the private and the public key, as wallets import it.'),
  apiKey: text('Has the scopes read, bet, create and manage.'),
});

export const createSandboxWallet = defineRoute('POST /v1/sandbox/wallets', {
  tag: 'Account',
  summary: 'Create a wallet that can bet at once (sandbox only)',
  actsAgain: true,
  response: named('SandboxWallet', SandboxWalletResponse),
  errors: [
    'idempotency_key_malformed',
    'sandbox_required',
    'sandbox_wallets_too_many',
    'operator_disabled',
    'chain_unavailable',
    'origin_not_allowed',
    'host_not_allowed',
  ],
  options: allowInSandbox,
  async handle({ commands }, request, reply) {
    reply.header('cache-control', 'no-store');
    // This machine is limited too, unlike by the limits of requests.
    return commands.createSandboxWallet(clientAddressOf(request).network);
  },
});
