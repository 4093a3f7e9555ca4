import { defineCommand, WALLET_OPTIONS } from '../command.ts';
import { checkChain } from '../doctor/check-chain.ts';
import { checkService } from '../doctor/check-service.ts';
import { checkWallet } from '../doctor/check-wallet.ts';
import { type Finding, worstOf } from '../doctor/finding.ts';
import { renderTable } from '../terminal/table.ts';
import { paint, type Text } from '../terminal/text.ts';
import { VERSION } from '../version.ts';

export const command = defineCommand({
  about: `Checks what the other commands need: the service, the chain, the clocks, the wallet. The
exit code is that of the worst finding: 1 not ready, 3 unreachable, 4 another chain or program.`,
  takes: [],
  options: WALLET_OPTIONS,
  examples: ['doctor', 'doctor --url https://tote.example --rpc https://rpc.example --json'],
  async run({ session }) {
    const { version, platform, arch } = process;
    const text = `tote ${VERSION}, Node ${version}, ${platform}-${arch}`;
    const findings: Finding[] = [{ name: 'versions', state: 'ok', text }];
    const config = await checkService(session, findings);
    await checkChain(session, config, findings);
    await checkWallet(session, config !== undefined, findings);
    session.show(findings, () => renderTable(['', '', ''], findings.map(lineOf)).slice(1));
    return worstOf(findings);
  },
});

const STYLES = {
  ok: 'green',
  warning: 'yellow',
  refused: 'red',
  unreachable: 'red',
  differs: 'red',
} as const;

const lineOf = ({ name, state, text }: Finding): Text[] => [
  paint(STYLES[state], state),
  name,
  text,
];
