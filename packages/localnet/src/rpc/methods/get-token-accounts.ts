import type { Account, MaybeAccount } from '../../ledger/account.ts';
import { type Key, keyBytes } from '../../ledger/key.ts';
import type { Commitment } from '../../ledger/ledger.ts';
import { isTokenProgram, mintDecimals } from '../../ledger/receipt.ts';
import { type Filter, findAccounts } from '../account-filters.ts';
import { readFormat, viewKeyed } from '../account-view.ts';
import { type Context, readAt, respond } from '../context.ts';
import { parseAddress } from '../encodings.ts';
import { config, expectCount, malformed, oneOf, type Params, text } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';
import {
  isLiveTokenAccount,
  isMint,
  mintSupply,
  tokenAmount,
  tokenBalance,
  tokenMint,
} from '../token-view.ts';

const MINT_OFFSET = 0;
const OWNER_OFFSET = 32;
const IS_TOKEN_ACCOUNT: Filter = { kind: 'tokenAccountState' };

const hasKey = (offset: number, key: Key): Filter => ({
  ...{ kind: 'memcmp', offset, bytes: keyBytes(key) },
});

const problem = (what: string) => invalidParams(`Invalid param: ${what}`);

export function getTokenAccountBalance(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const address = parseAddress(text(params[0]));
  const { commitment, slot } = readAt(context, config(params[1]));
  const account = context.ledger.getAccount(address, commitment);
  if (!account) throw problem('could not find account');
  if (!isLiveTokenAccount(account)) throw problem('not a Token account');
  const { decimals } = readMint(context, tokenMint(account), commitment);
  return respond(slot, tokenAmount(tokenBalance(account), decimals));
}

export function getTokenSupply(params: Params, context: Context) {
  expectCount(params, 1, 2);
  const address = parseAddress(text(params[0]));
  const { commitment, slot } = readAt(context, config(params[1]));
  const mint = context.ledger.getAccount(address, commitment);
  if (!mint) throw problem('could not find account');
  if (!isTokenProgram(mint.owner)) throw problem('not a Token mint');
  if (!isMint(mint)) throw problem('mint could not be unpacked');
  return respond(slot, tokenAmount(mintSupply(mint), mintDecimals(mint) ?? 0));
}

export function getTokenAccountsByOwner(params: Params, context: Context) {
  expectCount(params, 2, 3);
  const owner = parseAddress(text(params[0]));
  const which = readWhich(params[1]);
  const settings = config(params[2]);
  const format = readFormat(settings, 'binary', context);
  const at = readAt(context, settings);
  const filters = [hasKey(OWNER_OFFSET, owner), IS_TOKEN_ACCOUNT];
  let program = which.key;
  if (which.kind === 'mint') {
    program = readMint(context, which.key, at.commitment).owner;
    if (!isTokenProgram(program)) throw problem('not a Token mint');
    filters.push(hasKey(MINT_OFFSET, which.key));
  } else if (!isTokenProgram(program)) {
    throw problem('unrecognized Token program id');
  }
  const found = findAccounts(context.ledger, program, filters, at.commitment);
  return respond(at.slot, viewKeyed(context, found, format, at, { isTokens: true }));
}

function readWhich(value: unknown): { kind: 'mint' | 'programId'; key: Key } {
  const [entry, ...others] = Object.entries(config(value));
  if (!entry || others.length > 0) {
    throw malformed('invalid value: map, expected map with a single key');
  }
  const kind = oneOf(entry[0], ['mint', 'programId']);
  return { kind, key: parseAddress(text(entry[1])) };
}

function readMint({ ledger }: Context, address: Key, commitment: Commitment) {
  const mint: MaybeAccount = ledger.getAccount(address, commitment);
  if (!mint) throw problem('could not find mint');
  const decimals = isMint(mint) ? mintDecimals(mint) : undefined;
  if (decimals === undefined) throw problem('Token mint could not be unpacked');
  const { owner }: Account = mint;
  return { owner, decimals };
}
