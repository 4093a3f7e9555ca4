import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensurePrivateFolder,
  replacePrivateFile,
  takeFromOthers,
} from '@tote/chain/lib/private-files';
import { type Key, toKey } from './ledger/key.ts';

export const FAUCET_FILE = 'faucet.json';
const FAUCET_LAMPORTS = 500_000_000n * 1_000_000_000n;

const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export class Faucet {
  readonly address: Key;
  readonly lamports = FAUCET_LAMPORTS;
  readonly #key: KeyObject;

  private constructor(key: KeyObject) {
    this.#key = key;
    this.address = toKey(publicBytes(key));
  }

  static create(): Faucet {
    return new Faucet(generateKeyPairSync('ed25519').privateKey);
  }

  static open(dir: string): Faucet {
    const file = join(dir, FAUCET_FILE);
    takeFromOthers(file);
    const existing = readIfThere(file);
    if (existing !== undefined) return Faucet.#read(file, existing);
    const faucet = Faucet.create();
    ensurePrivateFolder(dir);
    replacePrivateFile(file, JSON.stringify([...faucet.#secretBytes()]));
    return faucet;
  }

  static #read(file: string, text: string): Faucet {
    try {
      const bytes = Buffer.from(JSON.parse(text) as number[]);
      if (bytes.length !== 64) throw new Error('it does not have 64 bytes');
      const der = Buffer.concat([PKCS8_HEAD, bytes.subarray(0, 32)]);
      return new Faucet(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
    } catch (error) {
      throw new Error(`${file} is not a keypair file: ${(error as Error).message}`);
    }
  }

  sign(message: Uint8Array): Uint8Array {
    return sign(null, message, this.#key);
  }

  #secretBytes(): Buffer {
    const der = this.#key.export({ format: 'der', type: 'pkcs8' });
    return Buffer.concat([der.subarray(PKCS8_HEAD.length), publicBytes(this.#key)]);
  }
}

const publicBytes = (key: KeyObject): Buffer =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
