// The text that wallets sign for `solana:signIn` (Sign In With Solana), parsed strictly.

export interface SignInMessage {
  readonly domain: string;
  readonly address: string;
  readonly statement?: string;
  readonly uri?: string;
  readonly version?: string;
  readonly chainId?: string;
  readonly nonce?: string;
  readonly issuedAt?: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
}

const HEAD = /^([^\s/?#@]{1,255}) wants you to sign in with your Solana account:$/;
const FIELDS = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const;
const RESOURCES = 'Resources:';
const RESOURCE = '- ';

/** Undefined for any other text. Each text has one reading: nothing in it is skipped. */
export function readSignInMessage(text: string): SignInMessage | undefined {
  const [head = '', address = '', ...lines] = text.split('\n');
  const domain = HEAD.exec(head)?.[1];
  if (domain === undefined || address === '') return undefined;
  const statement = takeStatement(lines);
  const fields = takeFields(lines);
  if (statement === null || fields === undefined || lines.length > 0) return undefined;
  return { domain, address, ...(statement !== undefined && { statement }), ...fields };
}

/** Undefined if there is none, null if the text is wrong. Removes the lines that it reads. */
function takeStatement(lines: string[]): string | undefined | null {
  if (lines.length === 0) return undefined;
  if (lines.shift() !== '') return null;
  if (isField(lines[0] ?? '')) return undefined;
  const statement = lines.shift();
  if (!statement) return null;
  if (lines.length > 0 && lines.shift() !== '') return null;
  return statement;
}

function isField(line: string): boolean {
  return line === RESOURCES || FIELDS.some(([label]) => line.startsWith(`${label}: `));
}

function takeFields(lines: string[]): Partial<SignInMessage> | undefined {
  const fields: Record<string, string | string[]> = {};
  for (const [label, name] of FIELDS) {
    if (!lines[0]?.startsWith(`${label}: `)) continue;
    const value = lines.shift()?.slice(label.length + 2);
    if (!value) return undefined;
    fields[name] = value;
  }
  if (lines[0] === RESOURCES) {
    lines.shift();
    const resources: string[] = [];
    while (lines[0]?.startsWith(RESOURCE)) resources.push(lines.shift()?.slice(2) ?? '');
    fields.resources = resources;
  }
  return fields;
}
