export type { ChainInfo } from './chain-api.ts';
export {
  type Localnet,
  type LocalnetOptions,
  type LocalnetProgram,
  startLocalnet,
} from './localnet.ts';
export type { AccountDump } from './sandbox/account-dump.ts';
export type { SandboxAccount } from './sandbox/commands.ts';
export type { MintOptions, Sandbox } from './sandbox/sandbox.ts';
