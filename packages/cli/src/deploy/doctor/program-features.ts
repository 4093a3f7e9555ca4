// The features of Solana's runtime that the program needs, as Agave's feature-set/src/lib.rs names
// them. The test in tools/runtime-features shows a new list if this one is wrong.
import { address } from '@solana/kit';

export const PROGRAM_FEATURES = [
  {
    name: 'enable_sbpf_v3_deployment_and_execution',
    at: address('5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC'),
  },
  {
    name: 'create_account_allow_prefund',
    at: address('6sPDzwyARRExKH52LECxcGoqziH8G7SZofwuxi8Ja331'),
  },
  {
    name: 'get_sysvar_syscall_enabled',
    at: address('CLCoTADvV64PSrnR6QXty6Fwrt9Xc6EdxSJE4wLRePjq'),
  },
] as const;
