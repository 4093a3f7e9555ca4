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

export const PRICE_FEEDS: readonly PriceFeed[] = [
  {
    symbol: 'SOL',
    names: ['solana'],
    feedId: 'ef0d8b6fda2ceba41da15d4095d1da392a0d2f8ed0c6c7bc0f4cfac8c280b56d',
    exponent: -8,
    confidenceFloor: '0.5',
    mint: WRAPPED_SOL,
  },
  {
    symbol: 'BTC',
    names: ['bitcoin'],
    feedId: 'e62df6c8b4a85fe1a67db44dc12de5db330f7ac66b72dc658afedf0f4a415b43',
    exponent: -8,
    confidenceFloor: '200',
  },
  {
    symbol: 'ETH',
    names: ['ethereum', 'ether'],
    feedId: 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace',
    exponent: -8,
    confidenceFloor: '10',
  },
  {
    symbol: 'BNB',
    names: [],
    feedId: '2f95862b045670cd22bee3114c39763a4a08beeb663b145d283c31d7d1101c4f',
    exponent: -8,
    confidenceFloor: '3',
  },
  {
    symbol: 'XRP',
    names: ['ripple'],
    feedId: 'ec5d399846a9209f3fe5881d70aae9268c94339ff9817e8d18ff19fa05eea1c8',
    exponent: -8,
    confidenceFloor: '0.01',
  },
  {
    symbol: 'DOGE',
    names: ['dogecoin'],
    feedId: 'dcef50dd0a4cd2dcc17e45df1676dcb336a11a61c69df7a0299b0150c672d25c',
    exponent: -8,
    confidenceFloor: '0.001',
  },
  {
    symbol: 'ADA',
    names: ['cardano'],
    feedId: '2a01deaec9e51a579277b34b122399984d0bbf57e2458a7e42fecd2829867a0d',
    exponent: -8,
    confidenceFloor: '0.005',
  },
  {
    symbol: 'AVAX',
    names: ['avalanche'],
    feedId: '93da3352f9f1d105fdfe4971cfa80e9dd777bfc5d0f683ebb6e1294b92137bb7',
    exponent: -8,
    confidenceFloor: '0.1',
  },
  {
    symbol: 'LINK',
    names: ['chainlink'],
    feedId: '8ac0c70fff57e9aefdf5edf44b51d62c2d433653cbb2cf5cc06bb115af04d221',
    exponent: -8,
    confidenceFloor: '0.1',
  },
  {
    symbol: 'SUI',
    names: [],
    feedId: '23d7315113f5b1d3ba7a83604c44b94d79f4fd69af77f804fc7f920a6dc65744',
    exponent: -8,
    confidenceFloor: '0.02',
  },
  {
    symbol: 'LTC',
    names: ['litecoin'],
    feedId: '6e3f3fa8253588df9326580180233eb791e03b443a3ba7a1d892e73874e19a54',
    exponent: -8,
    confidenceFloor: '0.5',
  },
  {
    symbol: 'JUP',
    names: [],
    feedId: '0a0408d619e9380abad35060f9192039ed5042fa6f82301d0e48bb52be830996',
    exponent: -8,
    confidenceFloor: '0.003',
    mint: address('JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'),
  },
  {
    symbol: 'JTO',
    names: [],
    feedId: 'b43660a5f790c69354b0729a5ef9d50d68f1df92107540210b9cccba1f947cc2',
    exponent: -8,
    confidenceFloor: '0.01',
    mint: address('jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL'),
  },
  {
    symbol: 'PYTH',
    names: [],
    feedId: '0bbf28e9a841a1cc788f6a361b17ca072d0ea3098a1e5df1c3922d06719579ff',
    exponent: -8,
    confidenceFloor: '0.001',
    mint: address('HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3'),
  },
  {
    symbol: 'WIF',
    names: ['dogwifhat'],
    feedId: '4ca4beeca86f0d164160323817a4e42b10010a724c2217c6ee41b54cd4cc61fc',
    exponent: -8,
    confidenceFloor: '0.005',
    mint: address('EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'),
  },
  {
    symbol: 'BONK',
    names: [],
    feedId: '72b021217ca3fe68922a19aaf990109cb9d84e9ad004b4d2025ad6f529314419',
    exponent: -10,
    confidenceFloor: '0.0000002',
    mint: address('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'),
  },
];

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
