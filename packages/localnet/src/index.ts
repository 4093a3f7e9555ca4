export { type Localnet, type LocalnetOptions, startLocalnet } from './localnet.ts';
export type { SandboxAccount } from './sandbox/commands.ts';
