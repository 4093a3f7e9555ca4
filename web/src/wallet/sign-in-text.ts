// The Sign In With Solana text, for wallets that only sign messages.
import type { SolanaSignInInput } from '@solana/wallet-standard-features';

const FIELDS = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
] as const;

export function signInText(input: SolanaSignInInput, address: string): string {
  const { domain, statement, resources } = input;
  return [
    `${domain} wants you to sign in with your Solana account:`,
    address,
    '',
    ...(statement ? [statement, ''] : []),
    ...FIELDS.flatMap(([label, name]) => (input[name] ? [`${label}: ${input[name]}`] : [])),
    ...(resources ? ['Resources:', ...resources.map((each) => `- ${each}`)] : []),
  ].join('\n');
}
