// The API keys of wallets that have signed in, shared by all tabs of this browser until they
// expire. They can bet up to the allowance, but never withdraw.
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
  localStorage.setItem(nameOf(wallet), text);
}

export const keepCurrent = (wallet: string): void => localStorage.setItem(CURRENT, wallet);
export const findCurrent = (): string | null => localStorage.getItem(CURRENT);
export const forgetCurrent = (): void => localStorage.removeItem(CURRENT);

export function findKey(wallet: string): KeptKey | undefined {
  const kept = new URLSearchParams(localStorage.getItem(nameOf(wallet)) ?? '');
  const field = (name: keyof KeptKey) => kept.get(name) ?? '';
  const expiresAt = field('expiresAt');
  // Keys expire by real time, not by the chain's clock.
  if (!(Date.parse(expiresAt) > Date.now())) return undefined;
  return { key: field('key'), id: field('id'), expiresAt, walletName: field('walletName') };
}

export const forgetKey = (wallet: string): void => localStorage.removeItem(nameOf(wallet));

/** Calls when another tab has signed in or out. */
export const onOtherTab = (call: () => void): void => addEventListener('storage', call);
