import { bool, config, expectCount, optional, text, u64, wrongType } from '../rpc/params.ts';
import { invalidParams } from '../rpc/rpc-error.ts';
import { readData, readDumps } from './account-dump.ts';
import type { SandboxCommands } from './commands.ts';

type Methods = Record<string, (params: unknown[]) => Promise<unknown>>;

export function sandboxMethods(commands: SandboxCommands): Methods {
  return {
    /** [address, { lamports, owner?, data?: [text, encoding], executable? }] */
    async tote_setAccount(params) {
      expectCount(params, 2, 2);
      const { lamports, owner, data, executable } = config(params[1]);
      const account = {
        address: text(params[0]),
        lamports: u64(lamports),
        owner: optional(owner, text),
        data: optional(data, readBytes),
        executable: optional(executable, bool),
      };
      await commands.setAccounts([account]);
      return null;
    },

    /** [address, the program in base64, upgradeAuthority?] */
    async tote_loadProgram(params) {
      expectCount(params, 2, 3);
      await commands.loadProgram({
        address: text(params[0]),
        elf: readBytes(params[1]),
        upgradeAuthority: optional(params[2], text),
      });
      return null;
    },

    /** [[{ pubkey, account }, ...]]: returns how many were loaded */
    async tote_loadAccounts(params) {
      expectCount(params, 1, 1);
      if (!Array.isArray(params[0])) throw wrongType(params[0], 'a sequence');
      const accounts = readDumps(params[0]);
      await commands.setAccounts(accounts);
      return accounts.length;
    },

    /** [mint, owner, amount, { decimals? }]: with decimals a missing mint is created */
    async tote_mintTokens(params) {
      expectCount(params, 3, 4);
      const [mint, owner, amount] = [text(params[0]), text(params[1]), u64(params[2])];
      const decimals = optional(config(params[3]).decimals, u64);
      if (decimals !== undefined) {
        await commands.ensureMint({ address: mint, decimals: Number(decimals) });
      }
      return commands.mintTokens({ mint, owner, amount });
    },

    /** [seconds]: returns the chain's time */
    async tote_advanceClock(params) {
      expectCount(params, 1, 1);
      return commands.advanceClock({ seconds: Number(u64(params[0])) });
    },
  };
}

function readBytes(value: unknown): Uint8Array {
  try {
    return readData(value);
  } catch (error) {
    throw invalidParams(`Invalid data: ${(error as Error).message}`);
  }
}
