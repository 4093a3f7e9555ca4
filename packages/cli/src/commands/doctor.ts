import { checkCluster, renderFindings } from '../cluster/check.ts';
import {
  loadDeployer,
  nodeOf,
  PROGRAM_OPTIONS,
  programOf,
  withCluster,
} from '../cluster/cluster-options.ts';
import { findServiceKeys, keysFolder } from '../cluster/keys-folder.ts';
import { defineCommand, flag, text, WALLET_OPTIONS } from '../command.ts';
import { checkChain } from '../doctor/check-chain.ts';
import { checkService } from '../doctor/check-service.ts';
import { checkWallet } from '../doctor/check-wallet.ts';
import { type Finding, findingOf, worstOf } from '../doctor/finding.ts';
import type { Session } from '../session.ts';
import { VERSION } from '../version.ts';

export const command = defineCommand({
  about: `Checks what the other commands need: the service, the chain, the clocks and the wallet.
--cluster checks what the service needs on a cluster instead: node, program, Config, keys and their
balances, UTILITY and the treasury. The exit code is that of the worst finding: 1 not ready,
3 unreachable, 4 wrong chain or program.`,
  options: {
    ...WALLET_OPTIONS,
    cluster: flag('checks what the service needs on a cluster'),
    ...PROGRAM_OPTIONS,
    keys: text('folder', 'the service’s keys; default: TOTE_KEYS_DIR'),
  },
  examples: [
    'doctor',
    'doctor --url https://tote.example --rpc https://rpc.example --json',
    'doctor --cluster --rpc https://api.devnet.solana.com --program 4Nd1mYvKzPJwk5ZbPhDD…',
  ],
  async run({ values, session }) {
    const { version, platform, arch } = process;
    const text = `tote ${VERSION}, Node ${version}, ${platform}-${arch}`;
    const findings: Finding[] = [{ name: 'versions', state: 'ok', text }];
    if (values.cluster) findings.push(...(await listCluster(session, values)));
    else {
      const config = await checkService(session, findings);
      await checkChain(session, config, findings);
      await checkWallet(session, config !== undefined, findings);
    }
    session.show(findings, () => renderFindings(findings));
    return worstOf(findings);
  },
});

type Values = { readonly [K in 'program' | 'keys' | 'rpc']?: string };

async function listCluster(session: Session, values: Values): Promise<readonly Finding[]> {
  const deployer = await loadDeployer(session);
  // --url is the service here.
  const url = await nodeOf(session, { rpc: values.rpc });
  const program = programOf(session, deployer, values);
  const keys = await findServiceKeys(deployer, keysFolder(session, values.keys));
  try {
    return await withCluster(deployer, url, program, (chain) =>
      checkCluster(deployer, session, { chain, url, keys }),
    );
  } catch (error) {
    return [findingOf('node', error)];
  }
}
