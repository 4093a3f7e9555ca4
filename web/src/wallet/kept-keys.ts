// The API keys of wallets that have signed in. They stay in this tab until they expire.
import { apiUrl } from '../navigation/env.ts';

export interface KeptKey {
  readonly key: string;
  readonly id: string;
  readonly expiresAt: string;
  readonly walletName: string;
}

const CURRENT = `tote-wallet ${apiUrl}`;
const nameOf = (wallet: string) => `tote-key ${apiUrl} ${wallet}`;

export function keepKey(wallet: string, { key, id, expiresAt, walletName }: KeptKey): void {
  const text = new URLSearchParams({ key, id, expiresAt, walletName }).toString();
  sessionStorage.setItem(nameOf(wallet), text);
}

export const keepCurrent = (wallet: string): void => sessionStorage.setItem(CURRENT, wallet);
export const findCurrent = (): string | null => sessionStorage.getItem(CURRENT);
export const forgetCurrent = (): void => sessionStorage.removeItem(CURRENT);

export function findKey(wallet: string): KeptKey | undefined {
  const kept = new URLSearchParams(sessionStorage.getItem(nameOf(wallet)) ?? '');
  const field = (name: keyof KeptKey) => kept.get(name) ?? '';
  const expiresAt = field('expiresAt');
  // Keys expire by real time, not by the chain's clock.
  if (!(Date.parse(expiresAt) > Date.now())) return undefined;
  return { key: field('key'), id: field('id'), expiresAt, walletName: field('walletName') };
}

export const forgetKey = (wallet: string): void => sessionStorage.removeItem(nameOf(wallet));
