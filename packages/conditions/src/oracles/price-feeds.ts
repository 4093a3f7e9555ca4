// The Pyth feeds that markets can use. Every update says its exponent. One that is not the exponent
// here decides nothing, and new questions about that feed are attested.
import { type Address, address } from '@solana/kit';
import { WRAPPED_SOL } from './programs.ts';

/**
 * Those with a USD quote, by group: symbol, id, exponent, confidence floor in USD, and further
 * names in questions. Never remove or change a row: conditions on chain refer to the ids, and the
 * floors are in their rules. Written by hand, not from Pyth's own list: each id is in
 * sentioxyz/sentio-processors (projects/pyth/src/pyth.ts), or for FARTCOIN in
 * alamosdotio/olive-finance (lib/data/price-feed.ts), and in another public repository. The
 * exponents are not confirmed, and need not be. Left out are symbols that a question may use for
 * something else, such as NEAR or TRUMP, and tokens of Solana that are not in `MINTS`: their pools
 * are read by the address.
 */
const PYTH_FEEDS = {
  crypto: `
SOL ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d -8 0.5 solana
BTC e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43 -8 200 bitcoin
ETH ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace -8 10 ethereum ether
BNB 2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f -8 3 binance_coin
XRP ec5d399846a9209f3fe5881d70aae9268c94339ff9817e8d18ff19fa05eea1c8 -8 0.01 ripple
DOGE dcef50dd0a4cd2dcc17e45df1676dcb336a11a61c69df7a0299b0150c672d25c -8 0.001 dogecoin
ADA 2a01deaec9e51a579277b34b122399984d0bbf57e2458a7e42fecd2829867a0d -8 0.005 cardano
AVAX 93da3352f9f1d105fdfe4971cfa80e9dd777bfc5d0f683ebb6e1294b92137bb7 -8 0.1 avalanche
LINK 8ac0c70fff57e9aefdf5edf44b51d62c2d433653cbb2cf5cc06bb115af04d221 -8 0.1 chainlink
SUI 23d7315113f5b1d3ba7a83604c44b94d79f4fd69af77f804fc7f920a6dc65744 -8 0.02
LTC 6e3f3fa8253588df9326580180233eb791e03b443a3ba7a1d892e73874e19a54 -8 0.5 litecoin
JUP 0a0408d619e9380abad35060f9192039ed5042fa6f82301d0e48bb52be830996 -8 0.003 jupiter
JTO b43660a5f790c69354b0729a5ef9d50d68f1df92107540210b9cccba1f947cc2 -8 0.01 jito
PYTH 0bbf28e9a841a1cc788f6a361b17ca072d0ea3098a1e5df1c3922d06719579ff -8 0.001 pyth_network
WIF 4ca4beeca86f0d164160323817a4e42b10010a724c2217c6ee41b54cd4cc61fc -8 0.005 dogwifhat
BONK 72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419 -10 0.0000002
FARTCOIN 58cd29ef0e714c5affc44f269b2c1899a52da4169d7acc147b9da692e6953608 -8 0.005
PEPE d69731a2e74ac1ce884fc3890f7ee324b6deb66147055249568869ed700882e4 -10 0.00000005
SHIB f0d57deca57b3da2fe63a493f4c25925fdfd8edf834b20f93e1f84dbd1504d4a -10 0.0000001 shiba_inu
FLOKI 6b1381ce7e874dc5410b197ac8348162c0dd6c0d4c9cd6322672d6c2b1d58293 -10 0.0000005
DOT ca3eed9b267293f6595901c734c7525ce8ef49adafe8284606ceb307afa2ca5b -8 0.03 polkadot
ATOM b00b60f88b03a6a625a8d1c048c3f66653edf217439983d037e7222c4e612819 -8 0.03
BCH 3dd2b63686a450ec7290df3a1e0b583c0481f651351edfa7636f39aed55cf8a3 -8 3 bitcoin_cash
APT 03ae4db29ed4ae33d323568895aa00337e658e348b37509f5372ae51f0af00d5 -8 0.03 aptos
ARB 3fa4252848f9f0a1480be62745a4629d9eb1322aebab8a791e344b3b9c1adcf5 -8 0.003 arbitrum
SEI 53614f1cb0c031d4af66c04cb9c756234adad0e1cee85303795091499a4084eb -8 0.002
TIA 09f7c1d7dfbb7df2b8fe3d3d87ee94a2259d212da4f30c1f0540d066dfa44723 -8 0.01 celestia
INJ 7a5bc1d2b56ad029048cd63964b3ad2776eadf812edc1a43a31406cb54bff592 -8 0.1 injective
HBAR 3728e591097635310e6341af53db8b7ee42da9b3a8d918f9463ce9cca886dfbd -8 0.001 hedera
FIL 150ac9b959aee0051e4091f0ef5216d941f590e1c5e7f91cf7635b5c11628c0e -8 0.02 filecoin
AAVE 2b9ab1e972a281585084148ba1389800799bd4be63b957507db1349314e47445 -8 1
CRV a19d04ac696c7a6616d291c7e5d1377cc8be437c327b75adb5dc1bad745fcae8 -8 0.005
ZEC be9b59d178f0d6a97ab4c343bff2aa69caa1eaae3e9048a65788c529b125bb24 -8 1 zcash
ONDO d40472610abe56d36d065a0cf889fc8f1dd9f3b7f2a478231a5fc6df07ea5ce3 -8 0.005
LDO c63e2a7f37a04e5e614c07238bedb25dcc38927fba8fe890597a593c0b2fa4ad -8 0.01 lido
WLD d6835ad1f773de4a378115eb6824bd0c0e42d84d1c84d9750e853fb6b6c7794a -8 0.01 worldcoin
PENDLE 9a4df90b25497f66b1afb012467e316e801ca3d839456db028892fe8c70c8016 -8 0.03
GRT 4d1f8dae0d96236fb98e8f47471a366ec3b1732b47041781934ca3a9bb2f35e7 -8 0.001
DYDX 6489800bb8974169adfe35937bf6736507097d13c190d760c557108c7e93a81b -8 0.005
GMX b962539d0fcb272a494d65ea56f94851c2bcf8823935da05bd628916e2e9edbf -8 0.1
ALGO fa17ceaf30d19ba51112fdcc750cc83454776f47fb0112e4af07f15f4bb1ebc0 -8 0.002 algorand
PAXG 273717b49430906f4b0c230e99aa1007f83758e3199edbc887c0d06c3e332494 -8 20 pax_gold
UNI 78d185a741d07edb3412b09008b7c5cfb9bbbd7d568bf00ba737b456ba171501 -8 0.03
XLM b7a8eba68a997cd0210c2e1e4ee811ad2d174b3611c22d9ebf16f4cb7e9ba850 -8 0.001
TRX 67aed5a24fdad045475e7195c98a98aea119c763f272d4523f5bac93a4f33c2b -8 0.001
ICP c9907d786c5821547777780a1e4f89484f3417cb14dd244f2b0a34ea7a554d67 -8 0.03
STX ec7a775f46379b5e943c3526b1c8d54cd49749176b0b98e02dde68d1bd335c17 -8 0.003
IMX 941320a8989414874de5aa2fc340a75d5ed91fdff1613dd55f83844d52ea63a2 -8 0.003
SNX 39d020f60982ed892abbcd4a06a276a9f9b7bfbce003204c110b6e488f502da3 -8 0.005
XTZ 0affd4b8ad136a21d79bc82450a325ee12ff55a235abc242666e423b8bcffd03 -8 0.005 tezos
`,
  metal: `
XAU 765d2ba906dbc32ca17cc11f5310a89e9ee1f6420508c63861f2f8ba4ee34bb2 -3 20 gold
XAG f2fb02c32b055c805e7238d628e5e9dadef274376114eb1f012337cabe93871e -5 0.2 silver
`,
  fx: `
EUR a995d00bb36a63cef7fd2c287dc105fc8f3d93779f062f09551b0af3e81ec30b -5 0.01 euro
GBP 84c2dde9633d93d1bcad84e7dc41c9d56578b7ec52fabedc1f335d673df0a7c1 -5 0.01
AUD 67a6f93030420c1c9e3fe37c1ab6b77966af82f995944a9fefce357a22854a80 -5 0.005
NZD 92eea8ba1b00078cdc2ef6f64f091f262e8c7d0576ee4677572f314ebfafa4c7 -5 0.005
`,
} as const;

export interface PriceFeed {
  readonly symbol: string;
  /** Names in questions, in lower case, in addition to the symbol. */
  readonly names: readonly string[];
  readonly feedId: string;
  readonly exponent: number;
  /** USD, decimal. A confidence interval up to this is accepted, even for a low strike. */
  readonly confidenceFloor: string;
  readonly group: keyof typeof PYTH_FEEDS;
  readonly mint?: Address;
}

const MINTS: Readonly<Record<string, Address>> = {
  SOL: WRAPPED_SOL,
  JUP: address('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'),
  JTO: address('jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL'),
  PYTH: address('HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3'),
  WIF: address('EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'),
  FARTCOIN: address('9BB6NFEcjBCtnNLFko2FqVQBq8HHM13kCyYcdQbgpump'),
  BONK: address('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'),
};

export const PRICE_FEEDS: readonly PriceFeed[] = Object.entries(PYTH_FEEDS).flatMap(
  ([group, rows]) =>
    rows
      .trim()
      .split('\n')
      .map((row) => {
        const [symbol = '', feedId = '', exponent, confidenceFloor = '', ...words] = row.split(' ');
        const names = words.map((word) => word.replaceAll('_', ' '));
        const mint = MINTS[symbol];
        const feed = { symbol, names, feedId, exponent: Number(exponent), confidenceFloor };
        return { ...feed, group: group as PriceFeed['group'], ...(mint && { mint }) };
      }),
);

export function findFeed(symbol: string): PriceFeed | undefined {
  const wanted = symbol.toUpperCase();
  return PRICE_FEEDS.find((feed) => feed.symbol === wanted);
}

export function findFeedByName(name: string): PriceFeed | undefined {
  return findFeed(name) ?? PRICE_FEEDS.find((feed) => feed.names.includes(name.toLowerCase()));
}

export function findFeedByMint(mint: string): PriceFeed | undefined {
  return PRICE_FEEDS.find((feed) => feed.mint === mint);
}

export function getFeed(symbol: string): PriceFeed {
  const feed = findFeed(symbol);
  if (!feed) throw new RangeError(`there is no price feed ${symbol}`);
  return feed;
}
