// Connects to a chain. The embedded one and a cluster differ only in the transport.
import {
  type Address,
  createSolanaRpcSubscriptionsFromTransport,
  type RpcSubscriptions,
  type RpcSubscriptionsTransport,
  type RpcTransport,
  type SolanaRpcSubscriptionsApi,
} from '@solana/kit';
import { DomainError } from '@tote/domain';
import { findProgramAddresses } from '@tote/program-client';
import { NO_ACCOUNT_CHANGES, SubscribedChanges } from './account-changes.ts';
import { ProgramAccounts } from './accounts.ts';
import { CachedBlockhashes } from './cached-blockhashes.ts';
import type { Chain } from './chain.ts';
import { createFetchFromBlock } from './fetch-from-block.ts';
import { createFetchLanded } from './fetch-landed.ts';
import { TransactionFailed } from './landed.ts';
import { SubscribedHints } from './landing-hints.ts';
import { LandingNotices } from './landing-notices.ts';
import { CachedRecentFees } from './recent-fees.ts';
import { ReconnectingSubscription } from './reconnecting-subscription.ts';
import { asReply } from './reply.ts';
import { RpcClient, RpcErrorResponse } from './rpc-client.ts';
import { SampledClock } from './sampled-clock.ts';
import { SendingLander, type SendingLanderOptions } from './sending-lander.ts';
import { joinTransaction, SIGNATURE_BYTES } from './split-transaction.ts';
import {
  compileTransaction,
  TRANSACTION_BYTES_MAX,
  writeTransaction,
} from './write-transaction.ts';

interface OpenChainOptions {
  transport: RpcTransport;
  /** One for each node; left out: there is one. */
  nodeTransports?: readonly RpcTransport[];
  /** Without it, changes are found by polling only. */
  subscriptionsTransport?: RpcSubscriptionsTransport;
  /** One for each endpoint that is to notify us of results; left out: none. */
  noticeTransports?: readonly RpcSubscriptionsTransport[];
  programAddress: Address;
  wallMs: () => number;
  sampleMs?: number;
  timeoutMs?: number;
  pace?: SendingLanderOptions['pace'];
  hasLandTransaction?: boolean;
}

const SAMPLE_MS = 1_000;

export async function openChain(options: OpenChainOptions): Promise<Chain> {
  const { transport, programAddress, wallMs, sampleMs = SAMPLE_MS, timeoutMs, pace } = options;
  const client = new RpcClient({ transport, timeoutMs });
  const addresses = await findProgramAddresses({ programAddress });
  const genesisHash = await client.rpc.getGenesisHash().send();
  const clock = await SampledClock.start({ client, wallMs, sampleMs });
  const blockhashes = new CachedBlockhashes({ client, clock, wallMs });
  const fetchLanded = createFetchLanded(client, programAddress);
  const { hasLandTransaction } = options;
  const { subscriptionsTransport } = options;
  const rpcSubscriptions =
    subscriptionsTransport && createSolanaRpcSubscriptionsFromTransport(subscriptionsTransport);
  // The embedded chain answers with the result.
  const hints =
    rpcSubscriptions && !hasLandTransaction
      ? new SubscribedHints({ rpcSubscriptions, wallMs })
      : undefined;
  const endpoints = options.noticeTransports?.map(createSolanaRpcSubscriptionsFromTransport);
  const notices = endpoints && new LandingNotices({ endpoints, programAddress, wallMs });
  const lander = new SendingLander({
    ...{ client, programAddress, fetchLanded, wallMs, pace, hints, notices, hasLandTransaction },
    newestSlot: () => clock.slot(),
  });
  const probe = { programAddress, payer: addresses.config };
  const takesVersion1 = hasLandTransaction || (await findTakesVersion1(client, probe));
  const sign: Chain['sign'] = async (instructions, keys, signOptions) =>
    writeTransaction(instructions, keys, await blockhashes.latest(), signOptions);
  return {
    rpc: client.rpc,
    nodes: options.nodeTransports?.map((node) => new RpcClient({ transport: node, timeoutMs })) ?? [
      client,
    ],
    finality: hasLandTransaction ? 'confirmed' : 'finalized',
    programAddress,
    addresses,
    genesisHash,
    clock,
    blockhashes,
    lander,
    isAway: () => client.isAway,
    accounts: new ProgramAccounts({ client, programAddress, addresses }),
    recentFees: new CachedRecentFees({ client, wallMs }),
    takesVersion1,
    fetchLanded,
    fetchFromBlock: createFetchFromBlock(client, programAddress),
    watchAccounts: (onChange) =>
      rpcSubscriptions
        ? new SubscribedChanges({ rpcSubscriptions, onChange, wallMs })
        : NO_ACCOUNT_CHANGES,
    watchTransactions: (onTransaction) =>
      notices
        ? { close: notices.listen(onTransaction) }
        : watchTransactions({ rpcSubscriptions, programAddress, onTransaction, wallMs }),
    sign,
    async send(instructions, keys, signOptions) {
      const landing = await lander.land(await sign(instructions, keys, signOptions));
      if (landing.kind === 'expired') throw new DomainError('chain_unavailable');
      if (landing.kind === 'refused') throw new TransactionFailed(landing.failure);
      if (landing.landed.error) throw new TransactionFailed(landing.landed.error);
      return landing.landed;
    },
    async close() {
      clock.close();
      lander.close();
      notices?.close();
    },
  };
}

function watchTransactions(options: {
  readonly rpcSubscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi> | undefined;
  readonly programAddress: Address;
  readonly onTransaction: (signature: string) => void;
  readonly wallMs: () => number;
}): { close(): void } {
  const { rpcSubscriptions, programAddress, onTransaction, wallMs } = options;
  if (!rpcSubscriptions) return { close: () => undefined };
  return new ReconnectingSubscription({
    open: (abortSignal) =>
      rpcSubscriptions
        .logsNotifications({ mentions: [programAddress] }, { commitment: 'confirmed' })
        .subscribe({ abortSignal }),
    onNotification: (notification) => {
      if (notification) onTransaction(notification.value.signature);
    },
    wallMs,
  });
}

const REFUSALS: ReadonlySet<unknown> = new Set(['UnsupportedVersion', 'SanitizeFailure']);
const ANY_BLOCKHASH = '11111111111111111111111111111111';

async function findTakesVersion1(
  client: RpcClient,
  { programAddress, payer }: { programAddress: Address; payer: Address },
): Promise<boolean> {
  const data = new Uint8Array(TRANSACTION_BYTES_MAX);
  const instruction = { programAddress, data };
  const { message } = compileTransaction([instruction], payer, { blockhash: ANY_BLOCKHASH });
  const signatures = [new Uint8Array(SIGNATURE_BYTES)];
  const wire = Buffer.from(joinTransaction({ message, signatures }));
  const settings = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true };
  try {
    const params = [wire.toString('base64'), settings];
    const { value } = asReply(await client.call('simulateTransaction', params));
    return !REFUSALS.has(asReply(value).err);
  } catch (error) {
    if (error instanceof RpcErrorResponse) return false;
    throw error;
  }
}
