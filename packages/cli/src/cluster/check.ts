import type { Finding } from '../doctor/finding.ts';
import type { Session } from '../session.ts';
import { paint, renderTable, type Text } from '../terminal/text.ts';
import type { Chain, Deployer } from './cluster-options.ts';
import type { FoundKeys } from './keys-folder.ts';

export function checkCluster(
  deployer: Deployer,
  { env }: Session,
  checked: {
    readonly chain: Chain;
    readonly url: string;
    readonly keys: FoundKeys;
  },
): Promise<readonly Finding[]> {
  const code = deployer.readProgramFile();
  const webSocketUrl = env.TOTE_RPC_WS_URL || undefined;
  return deployer.checkCluster({ ...checked, code, webSocketUrl, wallMs: Date.now });
}

const STYLES = {
  ok: 'green',
  warning: 'yellow',
  refused: 'red',
  unreachable: 'red',
  differs: 'red',
} as const;

export const renderFindings = (findings: readonly Finding[]): Text[][] =>
  renderTable(['', '', ''], findings.map(lineOf)).slice(1);

const lineOf = ({ name, state, text }: Finding): Text[] => [
  paint(STYLES[state], state),
  name,
  text,
];
