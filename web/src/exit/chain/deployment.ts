// Checks that the node's chain has the program, and reads its Config.

import { type Address, address } from '@solana/kit';
import { clusterOf, OTHER_CLUSTER } from '@tote/domain';
import {
  CONFIG_ACCOUNT_TYPE,
  findProgramAddresses,
  getConfigDecoder,
  type ProgramAddresses,
} from '@tote/program-client';
import { textOf } from '@tote/verify/json';
import { fetchAccounts, isOfType } from './accounts.ts';
import { createNode, ExitError, type Node, readNodeUrl } from './node.ts';

const TOKEN_BYTES = 165;

export interface Deployment {
  readonly node: Node;
  readonly program: Address;
  readonly genesisHash: string;
  readonly addresses: ProgramAddresses;
  readonly utilityMint: Address;
  readonly tokenProgram: Address;
  readonly decimals: { readonly SOL: number; readonly UTILITY: number };
  /** Less than this of each currency may be left behind when an account is closed. */
  readonly forfeitBelow: readonly [sol: bigint, utility: bigint];
}

export function clusterName(genesisHash: string): string {
  const chain = clusterOf(genesisHash);
  return chain === OTHER_CLUSTER
    ? 'Another chain, for instance one on your machine'
    : chain.replace('solana:', 'Solana ');
}

export async function openDeployment(rpcUrl: string, programText: string): Promise<Deployment> {
  const node = createNode(readNodeUrl(rpcUrl));
  const program = readAddress(programText, 'The address of the program');
  const genesisHash = textOf(await node.call('getGenesisHash', []));
  const addresses = await findProgramAddresses({ programAddress: program });
  const [config] = await fetchAccounts(node, [addresses.config]);
  if (!isOfType(config, program, CONFIG_ACCOUNT_TYPE)) {
    throw new ExitError(
      `${clusterName(genesisHash)}: there is no Tote program at ${program}. ` +
        'Use a node of the chain that you bet on, and the address of the program there.',
    );
  }
  const { utilityMint, utilityDecimals } = getConfigDecoder().decode(config.data);
  const [mint] = await fetchAccounts(node, [utilityMint]);
  if (!mint) throw new ExitError('The node does not know the mint of UTILITY. Try another one.');
  const tokenProgram = address(mint.owner);
  const decimals = { SOL: 9, UTILITY: utilityDecimals };
  const forfeitBelow = [await fetchRent(node, 0), await fetchRent(node, TOKEN_BYTES)] as const;
  const utility = { utilityMint, tokenProgram, decimals, forfeitBelow };
  return { node, program, genesisHash, addresses, ...utility };
}

const fetchRent = async (node: Node, bytes: number): Promise<bigint> =>
  BigInt(textOf(await node.call('getMinimumBalanceForRentExemption', [bytes])));

export function readAddress(text: string, name: string): Address {
  try {
    return address(text.trim());
  } catch {
    throw new ExitError(`${name} is not an address: 32 to 44 letters and digits.`);
  }
}
