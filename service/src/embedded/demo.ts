// Makes the demo wallets of the embedded chain: opened, funded, with us as delegate.
import { type Address, getBase58Decoder } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import type { Key } from '@tote/chain/key';
import { addSeconds, DECIMALS, parseAmount, type Scope } from '@tote/domain';
import { findBettorAddress, getSetDelegateInstruction } from '@tote/program-client';
import { type KeysFolder, loadKey, readSecret } from '../settings/keys.ts';
import { type Credit, creditBettor, openBettor } from './credit.ts';
import { type DemoFile, type DemoName, type DemoWallet, readDemo, writeDemo } from './demo-file.ts';

const BALANCES = {
  SOL: parseAmount('100', DECIMALS.SOL),
  UTILITY: parseAmount('100000', DECIMALS.UTILITY),
};
/** In the wallet itself, for transactions that it signs. */
const WALLET_LAMPORTS = parseAmount('10', DECIMALS.SOL);
const ALLOWANCES = {
  SOL: parseAmount('1000000', DECIMALS.SOL),
  UTILITY: parseAmount('1000000000', DECIMALS.UTILITY),
};
const DELEGATE_SECONDS = 3_650 * 86_400;

const BETTOR_SCOPES: readonly Scope[] = ['read', 'bet', 'create', 'manage'];
/** Carol has a key and no funds, to try refusals. */
const WALLETS: readonly { name: DemoName; scopes: readonly Scope[]; isFunded: boolean }[] = [
  { name: 'alice', scopes: BETTOR_SCOPES, isFunded: true },
  { name: 'bob', scopes: BETTOR_SCOPES, isFunded: true },
  { name: 'carol', scopes: BETTOR_SCOPES, isFunded: false },
  { name: 'oracle', scopes: ['read', 'attest'], isFunded: false },
];

interface DemoOptions extends Credit {
  /** The path of demo.json. */
  readonly file: string;
  readonly folder: KeysFolder;
  readonly baseUrl: string;
  readonly rpcUrl: string;
  issueApiKey(wallet: Address, name: string, scopes: readonly Scope[]): Promise<string>;
  /** Whether a key of an earlier start still works; the journal may have been deleted. */
  isApiKeyValid(key: string): Promise<boolean>;
}

/** Creates what is missing and writes demo.json. A later start uses the same keys. */
export async function prepareDemo(options: DemoOptions): Promise<DemoFile> {
  const earlier = readDemo(options.file);
  const wallets: DemoWallet[] = [];
  for (const { name, scopes, isFunded } of WALLETS) {
    const keyName = name === 'oracle' ? 'oracle' : `demo-${name}`;
    const key = await loadKey(options.folder, keyName);
    if (isFunded) await ensureFunded(options, key);
    const known = earlier?.wallets.find((wallet) => wallet.address === key.address)?.apiKey;
    const isValid = known !== undefined && (await options.isApiKeyValid(known));
    const apiKey = isValid ? known : await options.issueApiKey(key.address, `demo ${name}`, scopes);
    const secretKey = getBase58Decoder().decode(readSecret(options.folder, keyName));
    wallets.push({ name, address: key.address, secretKey, apiKey });
  }
  const demo: DemoFile = { baseUrl: options.baseUrl, rpcUrl: options.rpcUrl, wallets };
  writeDemo(options.file, demo);
  return demo;
}

/** One transaction, so that a wallet that has a Bettor also has all the rest. */
async function ensureFunded(options: DemoOptions, key: Key): Promise<void> {
  const { chain, keys } = options;
  if (await chain.accounts.findBettor(key.address)) return;
  const { programAddress } = chain;
  const bettor = await findBettorAddress(key.address, { programAddress });
  const [amount, destination] = [WALLET_LAMPORTS, key.address];
  const delegation = {
    delegate: keys.relayer.address,
    expiresAt: BigInt(addSeconds(chain.clock.now(), DELEGATE_SECONDS)),
    allowanceSol: ALLOWANCES.SOL,
    allowanceUtility: ALLOWANCES.UTILITY,
  };
  const instructions = [
    getTransferSolInstruction({ source: keys.admin.signer, destination, amount }),
    await openBettor(options, { wallet: key.address, bettor, authority: key }),
    ...(await creditBettor(options, { bettor, currency: 'SOL', amount: BALANCES.SOL })),
    ...(await creditBettor(options, { bettor, currency: 'UTILITY', amount: BALANCES.UTILITY })),
    getSetDelegateInstruction(
      { wallet: key.signer, bettor, config: chain.addresses.config, delegation },
      { programAddress },
    ),
  ];
  await chain.send(instructions, [keys.relayer, keys.admin, key]);
}
