// The Pyth feeds that markets can use. Never remove an entry: conditions on chain refer to the ids.
// A wrong exponent here leads to a refund of the market, never to a wrong outcome.
import { type Address, address } from '@solana/kit';
import { WRAPPED_SOL } from './programs.ts';

export interface PriceFeed {
  readonly symbol: string;
  /** Names in questions, in lower case, in addition to the symbol. */
  readonly names: readonly string[];
  readonly feedId: string;
  readonly exponent: number;
  /** USD, decimal. A confidence interval up to this is accepted, even for a low strike. */
  readonly confidenceFloor: string;
  readonly mint?: Address;
}

/** Symbol, id, exponent, confidence floor, and further names in questions. */
const TABLE = `
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
`;

const MINTS: Readonly<Record<string, Address>> = {
  SOL: WRAPPED_SOL,
  JUP: address('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'),
  JTO: address('jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL'),
  PYTH: address('HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3'),
  WIF: address('EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'),
  BONK: address('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'),
};

export const PRICE_FEEDS: readonly PriceFeed[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [symbol = '', feedId = '', exponent, confidenceFloor = '', ...words] = row.split(' ');
    const names = words.map((word) => word.replaceAll('_', ' '));
    const mint = MINTS[symbol];
    const feed = { symbol, names, feedId, exponent: Number(exponent), confidenceFloor };
    return mint ? { ...feed, mint } : feed;
  });

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
