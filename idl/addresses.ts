import { constantPdaSeedNodeFromString, pdaNode, variablePdaSeedNode } from 'codama';
import { address, currency, i64, u64 } from './layout.ts';

/**
 * The program's address on the embedded chain. It has no known private key. On a cluster the
 * address differs: every client function takes a `programAddress`.
 */
export const PROGRAM_ADDRESS = 'Tote111111111111111111111111111111111111111';

const text = (value: string) => constantPdaSeedNodeFromString('utf8', value);

export const pdas = [
  pdaNode({ name: 'config', seeds: [text('config')] }),
  pdaNode({ name: 'vault', seeds: [text('vault'), variablePdaSeedNode('currency', currency)] }),
  pdaNode({ name: 'vaultToken', seeds: [text('vault-token')] }),
  pdaNode({ name: 'bettor', seeds: [text('bettor'), variablePdaSeedNode('wallet', address)] }),
  pdaNode({
    name: 'market',
    seeds: [
      text('market'),
      variablePdaSeedNode('creator', address),
      variablePdaSeedNode('nonce', u64),
      variablePdaSeedNode('expiresAt', i64),
    ],
  }),
];
