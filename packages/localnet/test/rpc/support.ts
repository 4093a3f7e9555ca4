// An in-memory chain with its RPC server, called through @solana/kit.
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createSolanaRpcFromTransport,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  type Rpc,
  type SolanaRpcApi,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { decodeBase58 } from '@tote/chain/lib/base58';
import { Faucet } from '../../src/faucet.ts';
import { systemAccount } from '../../src/ledger/account.ts';
import { type Key, toKey } from '../../src/ledger/key.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { addressText } from '../../src/rpc/encodings.ts';
import type { JsonRpcError } from '../../src/rpc/json-rpc.ts';
import { RpcServer } from '../../src/rpc/rpc-server.ts';

export const SOL = 1_000_000_000n;

export const keyOf = (text: string): Key => toKey(decodeBase58(text, 64) as Uint8Array);

export interface World {
  ledger: Ledger;
  server: RpcServer;
  rpc: Rpc<SolanaRpcApi>;
  payer: KeyPairSigner;
  faucet: Faucet;
  /** Sends one request; returns its result or throws its error. */
  ask(method: string, ...params: unknown[]): Promise<unknown>;
  askForError(method: string, ...params: unknown[]): Promise<JsonRpcError>;
  passSlots(count: number): void;
  sign(instructions: Instruction[], options?: SignOptions): Promise<Signed>;
  /** Signs, sends without preflight and waits until it is on disk. */
  run(...instructions: Instruction[]): Promise<string>;
}

export interface SignOptions {
  version?: 'legacy' | 0;
  blockhash?: { blockhash: Blockhash; lastValidBlockHeight: bigint };
}

export interface Signed {
  signature: string;
  base64: string;
  bytes: Buffer;
}

export async function startWorld(): Promise<World> {
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
  const world: World = {
    ledger,
    server,
    rpc,
    payer,
    faucet,
    ...askers(server),
    passSlots: (count) => {
      for (let i = 0; i < count; i += 1) ledger.nextSlot();
    },
    sign: (instructions, signOptions) => signWith(world, instructions, signOptions),
    run: async (...instructions) => {
      const { base64 } = await world.sign(instructions);
      const settings = { encoding: 'base64', skipPreflight: true };
      return (await world.ask('sendTransaction', base64, settings)) as string;
    },
  };
  return world;
}

function askers(server: RpcServer): Pick<World, 'ask' | 'askForError'> {
  const handle = (method: string, params: unknown[]) =>
    server.handle({ jsonrpc: '2.0', id: 1, method, params });
  return {
    ask: async (method, ...params) => {
      const response = await handle(method, params);
      if ('error' in response) throw new Error(JSON.stringify(response.error, bigintsAsText));
      return response.result;
    },
    askForError: async (method, ...params) => {
      const response = await handle(method, params);
      if ('error' in response) return response.error;
      throw new Error(`${method} was answered`);
    },
  };
}

const bigintsAsText = (_: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value;

async function signWith(
  { ledger, payer }: World,
  instructions: Instruction[],
  { version = 0, blockhash }: SignOptions = {},
): Promise<Signed> {
  const lifetime = blockhash ?? {
    blockhash: addressText(ledger.blockhashes.latest) as Blockhash,
    lastValidBlockHeight: ledger.blockhashes.lastValidHeight(ledger.clock.slot),
  };
  const message = pipe(
    createTransactionMessage({ version }),
    (it) => setTransactionMessageFeePayerSigner(payer, it),
    (it) => setTransactionMessageLifetimeUsingBlockhash(lifetime, it),
    (it) => appendTransactionMessageInstructions(instructions, it),
  );
  const transaction = await signTransactionMessageWithSigners(message);
  const base64 = getBase64EncodedWireTransaction(transaction);
  const signature = getSignatureFromTransaction(transaction);
  return { signature, base64, bytes: Buffer.from(base64, 'base64') };
}

export const transfer = (from: KeyPairSigner, to: string, amount: bigint): Instruction =>
  getTransferSolInstruction({
    source: from,
    destination: address(to) as Address,
    amount: lamports(amount),
  });
