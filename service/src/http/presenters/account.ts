import { formatInstant, type UnixSeconds } from '@tote/domain';
import type { ApiKeyRecord } from '../../use-cases/access.ts';
import type { AccountRecord } from '../../use-cases/use-cases.ts';
import type { AccountResponse, ApiKeyResponse } from '../schemas/account.ts';
import { type Decimals, presentPerCurrency } from './amounts.ts';
import { presentPosition } from './position.ts';

export function presentAccount(account: AccountRecord, decimals: Decimals): AccountResponse {
  const { delegate } = account;
  return {
    wallet: account.wallet,
    balances: presentPerCurrency(account.balances, decimals),
    staked: presentPerCurrency(account.staked, decimals),
    delegate: delegate && {
      address: delegate.address,
      expiresAt: formatInstant(delegate.expiresAt),
      allowance: presentPerCurrency(delegate.allowance, decimals),
    },
    autoWithdraw: account.autoWithdraw,
    open: account.isOpen,
    slots: account.slots,
    positions: account.positions.map((position) => presentPosition(position, decimals)),
  };
}

export function presentApiKey(record: ApiKeyRecord): ApiKeyResponse {
  return {
    id: record.id,
    name: record.name,
    scopes: [...record.scopes],
    createdAt: formatInstant(record.createdAt),
    expiresAt: instantOrNull(record.expiresAt),
    lastUsedAt: instantOrNull(record.lastUsedAt),
    revoked: record.isRevoked,
  };
}

const instantOrNull = (at: UnixSeconds | null) => (at === null ? null : formatInstant(at));
