import { readFileSync } from 'node:fs';
import { UsageError } from '@tote/chain/lib/usage-error';
import type { Signer } from '@tote/sdk';
import type { LocalService } from '../local-service.ts';
import type { Surroundings } from '../surroundings.ts';
import { findKept, type KeptWallet, listKept } from './kept-wallets.ts';
import { addressOf, openKey, readKey, unseal } from './key-text.ts';

export interface WalletChoice {
  readonly name: string;
  readonly address: string;
  readonly isAtHand: boolean;
  unlock(): Promise<Signer>;
}

interface Choosing extends Pick<Surroundings, 'env' | 'terminal'> {
  readonly local: LocalService | undefined;
}

export async function chooseWallet(
  choosing: Choosing,
  named: string | undefined,
): Promise<WalletChoice> {
  const { env } = choosing;
  const { TOTE_KEYPAIR: keypair, TOTE_WALLET: usual } = env;
  if (named === undefined && keypair) {
    return atHand(keypair, readKey(readFile(keypair), 'TOTE_KEYPAIR'));
  }
  const name = named ?? (usual || undefined);
  if (name !== undefined) {
    const kept = findKept(env, name);
    if (kept) return openKept(choosing, kept);
    const demo = choosing.local?.wallets.find((each) => each.name === name);
    if (demo) return atHand(name, readKey(demo.secretKey, name));
    throw new UsageError(`There is no wallet ${name}. tote wallet show lists them.`);
  }
  const all = listKept(env);
  const [only] = all;
  if (!only) {
    throw new UsageError(
      'This needs a wallet: create one with tote wallet new, or set TOTE_API_KEY.',
    );
  }
  const usualOne = all.find((each) => each.name === 'default') ?? only;
  if (all.length > 1 && usualOne.name !== 'default') {
    throw new UsageError(`There are ${all.length} wallets: choose one with --wallet.`);
  }
  return openKept(choosing, usualOne);
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`TOTE_KEYPAIR: ${(error as Error).message}`);
  }
}

const atHand = (name: string, key: Uint8Array): WalletChoice => ({
  ...{ name, address: addressOf(key), isAtHand: true },
  unlock: () => openKey(key),
});

function openKept({ env, terminal }: Choosing, { name, content }: KeptWallet): WalletChoice {
  if (content.kind === 'plain') return atHand(name, content.key);
  const { sealed } = content;
  const passphrase = env.TOTE_PASSPHRASE;
  return {
    ...{ name, address: sealed.address, isAtHand: passphrase !== undefined },
    async unlock() {
      if (passphrase === undefined && !terminal) {
        throw new UsageError(
          `The wallet ${name} is encrypted. Without a terminal, set TOTE_PASSPHRASE.`,
        );
      }
      const given = passphrase ?? (await terminal?.askHidden(`Passphrase of ${name}: `)) ?? '';
      return openKey(await unseal(sealed, given));
    },
  };
}
