// What the owner of a Token-2022 account can switch on.
import { AccountRole, type Address, type Instruction, type TransactionSigner } from '@solana/kit';
import { TOKEN_2022_PROGRAM } from '@tote/conditions/oracles/programs';
import { SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';

/** The type of each extension, and the instruction that enables (0) or disables (1) it. */
const SWITCHES = { memoRequired: [8, 30], cpiGuard: [11, 34] } as const;
const REALLOCATE = 29;

/** Makes room in the account, then turns the switch. The owner pays. */
export function turnSwitch(
  owner: TransactionSigner,
  account: Address,
  name: keyof typeof SWITCHES,
  isOn = true,
): Instruction[] {
  const [type, tag] = SWITCHES[name];
  const changed = { address: account, role: AccountRole.WRITABLE };
  const signer = { address: owner.address, role: AccountRole.WRITABLE_SIGNER, signer: owner };
  const system = { address: SYSTEM_PROGRAM_ADDRESS, role: AccountRole.READONLY };
  const programAddress = TOKEN_2022_PROGRAM;
  return [
    {
      ...{ programAddress, accounts: [changed, signer, system, signer] },
      data: Uint8Array.of(REALLOCATE, type, 0),
    },
    { programAddress, accounts: [changed, signer], data: Uint8Array.of(tag, isOn ? 0 : 1) },
  ];
}
