// An in-memory chain with its RPC server, called through @solana/kit.
import {
  type Address,
  address,
  type Blockhash,
  createSolanaRpcFromTransport,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { decodeBase58 } from '@tote/chain/lib/base58';
import { Faucet } from '../../src/faucet.ts';
import { systemAccount } from '../../src/ledger/account.ts';
import { type Key, toKey } from '../../src/ledger/key.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { addressText } from '../../src/rpc/encodings.ts';
import type { JsonRpcError } from '../../src/rpc/json-rpc.ts';
import { RpcServer } from '../../src/rpc/rpc-server.ts';
import { type Lifetime, signFor } from '../support/sign.ts';

export const SOL = 1_000_000_000n;

export const keyOf = (text: string): Key => toKey(decodeBase58(text, 64) as Uint8Array);

export type World = Awaited<ReturnType<typeof startWorld>>;

interface SignOptions {
  version?: 'legacy' | 0;
  blockhash?: Lifetime;
}

export async function startWorld() {
  const payer = await generateKeyPairSigner();
  const faucet = Faucet.create();
  const accounts = new Map([
    [keyOf(payer.address), systemAccount(1_000n * SOL)],
    [faucet.address, systemAccount(faucet.lamports)],
  ]);
  const ledger = await openLedger({ slotMs: 200, accounts });
  const server = new RpcServer(ledger, faucet);
  const rpc = createSolanaRpcFromTransport((({ payload }: { payload: unknown }) =>
    server.handle(payload)) as never) as Rpc<SolanaRpcApi>;
  const handle = (method: string, params: unknown[]) =>
    server.handle({ jsonrpc: '2.0', id: 1, method, params });

  /** Sends one request; returns its result or throws its error. */
  async function ask(method: string, ...params: unknown[]): Promise<unknown> {
    const response = await handle(method, params);
    if ('error' in response) throw new Error(JSON.stringify(response.error, bigintsAsText));
    return response.result;
  }

  async function askForError(method: string, ...params: unknown[]): Promise<JsonRpcError> {
    const response = await handle(method, params);
    if ('error' in response) return response.error;
    throw new Error(`${method} was answered`);
  }

  async function sign(instructions: Instruction[], { version, blockhash }: SignOptions = {}) {
    const lifetime = blockhash ?? {
      blockhash: addressText(ledger.blockhashes.latest) as Blockhash,
      lastValidBlockHeight: ledger.blockhashes.lastValidHeight(ledger.clock.slot),
    };
    const transaction = await signFor(payer, lifetime, instructions, version);
    const base64 = getBase64EncodedWireTransaction(transaction);
    const signature = getSignatureFromTransaction(transaction);
    return { signature, base64, bytes: Buffer.from(base64, 'base64') };
  }

  /** Signs, sends without preflight and waits until it is on disk. */
  async function run(...instructions: Instruction[]): Promise<string> {
    const { base64 } = await sign(instructions);
    const settings = { encoding: 'base64', skipPreflight: true };
    return (await ask('sendTransaction', base64, settings)) as string;
  }

  const passSlots = (count: number) => {
    for (let i = 0; i < count; i += 1) ledger.nextSlot();
  };
  return { ledger, server, rpc, payer, faucet, ask, askForError, passSlots, sign, run };
}

const bigintsAsText = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value;

export const transfer = (from: KeyPairSigner, to: string, amount: bigint): Instruction =>
  getTransferSolInstruction({
    source: from,
    destination: address(to) as Address,
    amount: lamports(amount),
  });
