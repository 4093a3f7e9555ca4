// Words that a sentence may have beside its subject. A token that is called one of them is not
// meant where the word stands: "Oak barely" would turn "Will Oak barely reach $1?" around.
const WORDS = new Set(
  // Negations, degrees and frequencies.
  (
    'barely hardly nearly almost only scarcely seldom rarely never ever not no nope none ' +
    'nobody nothing neither nor without cant cannot wont dont doesnt didnt isnt arent wasnt ' +
    'hasnt havent aint couldnt wouldnt shouldnt just even maybe perhaps about around roughly ' +
    'approx some few many much most more less least fewer several half twice thrice once ' +
    'double triple again still yet already soon later always often sometimes forever briefly ' +
    'temporarily ' +
    // Quantities of something else.
    'all any every each both either another other others same own whole total average median ' +
    'mean peak max min maximum minimum high low top bottom best worst first last second third ' +
    'real fake true false right wrong new old big small huge main other active inactive ' +
    'circulating locked unlocked staked burned burnt diluted unique daily weekly monthly ' +
    'yearly hourly annual current former future past final initial public private native ' +
    'wrapped bridged ' +
    // What a token has.
    'volume liquidity tvl twap vwap ath atl apy apr yield fee fees revenue supply holder ' +
    'holders wallet wallets address addresses whale whales dev devs team creator founder ' +
    'follower followers member members user users trader traders buyer buyers seller sellers ' +
    'trade trades transaction transactions tx txs chart candle candles pool pools curve floor ' +
    'presale ico ido airdrop vault treasury community telegram twitter discord dominance ' +
    'index ratio pair rank ' +
    // Verbs that deny or condition.
    'refuse refuses avoid avoids miss misses stop stops prevent prevents skip skips lack ' +
    'lacks if unless until while when because and or but than then so except instead versus ' +
    'vs ' +
    // Things of the world with a price of their own.
    'gold silver oil crude brent copper platinum gas stock stocks bond bonds share shares ' +
    'euro eur dollar usd dxy yen jpy pound gbp yuan cny franc rupee peso real won nasdaq dow ' +
    'spx spy qqq sp500 russell ftse dax nikkei tesla tsla nvidia nvda apple aapl google googl ' +
    'alphabet amazon amzn microsoft msft meta netflix nflx openai spacex coinbase ' +
    'microstrategy mstr gamestop gme amc xmr monero dot polkadot matic polygon pol shib shiba ' +
    'pepe trump melania ton trx tron hype apt aptos arb arbitrum op optimism atom cosmos near ' +
    'fil icp etc xlm stellar hbar uni uniswap aave mkr usdt usdc dai tether zec zcash dash ' +
    'bch xtz algo vet inj sei tia'
  ).split(' '),
);

/** Adverbs, and forms of verbs. */
const INFLECTED = /(?:ly|ing|ed|nt)$/;

export const isCommonWord = (word: string): boolean => WORDS.has(word);

/** Stricter, for a name of several words: each stands where a word of the sentence could. */
export const couldBeCommon = (word: string): boolean => WORDS.has(word) || INFLECTED.test(word);

const TIME_WORDS = new Set(
  (
    'january february march april may june july august september october november december ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday ' +
    'friday saturday sunday mon tue tues wed thu thurs fri sat sun today tonight tomorrow ' +
    'yesterday weekend weekends day days week weeks month months quarter quarters year years ' +
    'hour hours minute minutes second seconds morning afternoon evening night noon midday ' +
    'midnight am pm eod eow eom eoy q1 q2 q3 q4 h1 h2 spring summer autumn winter season ' +
    'christmas xmas easter halloween thanksgiving eve before after ever until till since ' +
    'during by soon eventually someday later next last ago once when while decade decades ' +
    'century shortly upon following lifetime hanukkah diwali ramadan mo yr yrs wk wks'
  ).split(' '),
);

/** 2027, FY27, 3Q27, '27, 6mo, 20th, 5pm, 5/12. */
const NUMBERS = new RegExp(
  [
    String.raw`(?:19|20)\d\d`,
    String.raw`^(?:fy\d+|\dq\d*|'\d\d)$`,
    String.raw`^\d+(?:mo|y|yrs?|wks?|m|st|nd|rd|th|am|pm|h|d)$`,
    String.raw`^\d+[/:.-]\d+`,
  ].join('|'),
);

/** A word that names a time, or one that a time follows. */
export const isTimeWord = (word: string): boolean =>
  TIME_WORDS.has(word.replace(/^(?:mid|late|early)-/, '')) || NUMBERS.test(word);
