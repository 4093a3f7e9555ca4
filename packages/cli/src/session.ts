import { UsageError } from '@tote/chain/lib/usage-error';
import { createTote, type Signer, type Tote } from '@tote/sdk';
import { RefusedError } from './failures.ts';
import { findLocalService } from './local-service.ts';
import type { Surroundings } from './surroundings.ts';
import { createPrinter, render, renderJson, type Text } from './terminal/text.ts';
import type { WalletChoice } from './wallets/choose-wallet.ts';

export interface GlobalValues {
  readonly url?: string;
  readonly rpc?: string;
  readonly origin?: string;
  readonly json?: boolean;
  readonly wallet?: string;
}

export interface Session extends Surroundings {
  readonly isJson: boolean;
  readonly url: string;
  /** The node that --rpc or this folder names, or else the service. */
  findNode(): Promise<string>;
  readonly tote: Tote;
  /** A client with the API key of the environment, or else with the wallet. */
  connect(): Promise<Tote>;
  connectWallet(): Promise<{ readonly tote: Tote; readonly signer: Signer }>;
  chooseWallet(): Promise<WalletChoice>;
  print(...parts: readonly Text[]): void;
  note(...parts: readonly Text[]): void;
  draw(lines: readonly (readonly Text[])[]): void;
  show(value: unknown, lines: () => readonly (readonly Text[])[]): void;
  tell(...parts: readonly Text[]): void;
  confirm(question: string, isYes: boolean | undefined): Promise<void>;
}

const DEFAULT_URL = 'http://127.0.0.1:3000';
const DEFAULT_RPC = 'http://127.0.0.1:8899';

export function createSession(surroundings: Surroundings, values: GlobalValues): Session {
  const { env, output, notes, terminal, screen, ...others } = surroundings;
  const print = createPrinter(output);
  const note = createPrinter(notes);
  const local = findLocalService(env);
  const url = readUrl('--url', values.url ?? env.TOTE_URL ?? local?.baseUrl ?? DEFAULT_URL);
  const node = values.rpc ?? (env.TOTE_RPC_URL?.split(',')[0] || undefined);
  const origin = values.origin ?? env.TOTE_ORIGIN;
  const isJson = values.json ?? false;
  const connectWith = (credential?: { apiKey?: string; signer?: Signer }) =>
    createTote({
      ...{ url, credential },
      // A node named by the user must be on the same chain.
      ...(node !== undefined && { rpc: readUrl('--rpc', node) }),
      ...(origin && { origin: new URL(readUrl('--origin', origin)).origin }),
    });
  const choose = async () => {
    const { chooseWallet } = await import('./wallets/choose-wallet.ts');
    return chooseWallet({ env, terminal, local }, values.wallet);
  };
  const tote = connectWith();
  const session: Session = {
    ...{ ...others, env, output, notes, terminal, screen, isJson, url, print, note },
    async findNode() {
      if (node) return readUrl('--rpc', node);
      if (local && url === local.baseUrl) return local.rpcUrl;
      const config = await tote.getConfig().catch(() => undefined);
      // Without the service a node here may still answer.
      if (!config) return local?.rpcUrl ?? DEFAULT_RPC;
      if (config.rpcUrl) return readUrl('rpcUrl of the service', config.rpcUrl);
      throw new UsageError(`The service at ${url} names no node. Name one with --rpc.`);
    },
    tote,
    chooseWallet: choose,
    async connect() {
      const apiKey = values.wallet === undefined ? env.TOTE_API_KEY : undefined;
      return connectWith(apiKey ? { apiKey } : { signer: await (await choose()).unlock() });
    },
    async connectWallet() {
      const signer = await (await choose()).unlock();
      return { tote: connectWith({ signer }), signer };
    },
    show(value, lines) {
      if (isJson) output.write(`${renderJson(value, 2)}\n`);
      else for (const line of lines()) print(...line);
    },
    draw: (lines) => screen?.draw(lines.map((parts) => render(parts, output.hasColour))),
    tell: (...parts) => (isJson ? note : print)(...parts),
    async confirm(question, isYes) {
      if (isYes) return;
      if (!terminal) {
        throw new UsageError('This needs confirmation. Without a terminal, add --yes.');
      }
      const answer = await terminal.ask(`${render([question], false)} [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw new RefusedError('Nothing was sent.');
    },
  };
  return session;
}

function readUrl(option: string, text: string): string {
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
  throw new UsageError(`${option}: must begin with http:// or https://`);
}
