import type { Address } from '@solana/kit';

/** As in Agave's feature-set/src/lib.rs. LiteSVM knows the addresses only. */
const NAMES: Readonly<Record<string, string>> = {
  '5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC': 'enable_sbpf_v3_deployment_and_execution',
  '6sPDzwyARRExKH52LECxcGoqziH8G7SZofwuxi8Ja331': 'create_account_allow_prefund',
  CLCoTADvV64PSrnR6QXty6Fwrt9Xc6EdxSJE4wLRePjq: 'get_sysvar_syscall_enabled',
};

/** The source of packages/cli/src/deploy/doctor/program-features.ts. */
export function renderFeatures(features: readonly Address[]): string {
  const lines = features.map((at) => {
    const name = NAMES[at];
    if (!name) throw new Error(`Add the name of ${at} to tools/runtime-features/render.ts.`);
    return `  {\n    name: '${name}',\n    at: address('${at}'),\n  },\n`;
  });
  return `// Made by \`npm run program:features\`. Do not edit.
import { address } from '@solana/kit';

export const PROGRAM_FEATURES = [
${lines.join('')}] as const;
`;
}
