// The settings, for `--help` and docs/operations.md. read-settings.ts checks them.

export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Setting = readonly [name: string, byDefault: string, meaning: string];

const API: readonly Setting[] = [
  ['TOTE_PORT', '3000', 'port of the API; 0 takes any free one'],
  ['TOTE_HOST', '127.0.0.1', 'address that the API listens on'],
  ['TOTE_ORIGIN', 'http://<host>:<port>', 'public address of the API, as wallets sign it'],
  [
    'TOTE_TRUST_PROXY',
    '0',
    'proxies whose X-Forwarded-For is believed: how many, or networks like 10.0.0.0/8,fd00::/8',
  ],
  ['TOTE_COUNTRY_HEADER', 'none', "trusted proxy's header with the visitor's country code"],
  [
    'TOTE_BLOCKED_COUNTRIES',
    'none',
    'codes like US,GB, from where only reads and withdrawals work',
  ],
  ['TOTE_METRICS_PORT', 'none: on the API', 'port of /metrics, if not of the API; 0 any free one'],
  ['TOTE_METRICS_HOST', '127.0.0.1', 'address that TOTE_METRICS_PORT listens on'],
  ['TOTE_LOG_LEVEL', 'info', `one of ${LOG_LEVELS.join(', ')}`],
];

const BRANDING: readonly Setting[] = [
  ['TOTE_NAME', 'Tote', 'name on the page, cards, embeds and in the message that wallets sign'],
  ['TOTE_LOGO', 'none', 'SVG or PNG file of at most 64 KiB, best square; shown beside the name'],
  ['TOTE_ACCENT', '#ffb81c', 'colour of buttons and of text on dark boards, light enough for it'],
  ['TOTE_TERMS_URL', 'none', 'address of the terms, linked on every page'],
  ['TOTE_SUPPORT_URL', 'none', 'where visitors get help: an https: or mailto: address'],
];

const STORAGE: readonly Setting[] = [
  ['TOTE_DATA_DIR', './data', 'folder of the embedded chain, the database and the keys'],
  ['TOTE_KEYS_DIR', '<data dir>/keys', 'folder of the key files relayer, oracle, keeper'],
  ['TOTE_DATABASE_URL', 'none: SQLite', 'postgres:// address; needed for more than one replica'],
  ['TOTE_KEEP_REFUSED', '365', 'days that failed bets and transactions are kept'],
  ['TOTE_KEEP_EVENTS', '7', 'days that events are kept for readers that resume'],
];

const MARKETS: readonly Setting[] = [
  [
    'TOTE_OPERATORS',
    'none',
    "wallets that may have the scope operate besides the Config's admin, separated by commas",
  ],
  ['TOTE_KEEPER', '1', '0 leaves resolving and paying to other replicas'],
  [
    'TOTE_BUYBACK_LIMIT',
    'none (embedded: 10000)',
    'most UTILITY per SOL that the key file buyer pays in the buyback; 0 never buys',
  ],
  [
    'TOTE_WEB_SOURCES',
    'none',
    'beginnings of https addresses that markets may take values from, separated by commas',
  ],
  [
    'TOTE_WEBHOOK_NETWORKS',
    'none',
    'private networks that webhooks may be in, also without TLS, like 10.0.0.0/8,fd00::/8',
  ],
  [
    'TOTE_PUBLIC_RPC_URL',
    'the embedded chain',
    'RPC endpoint that browsers may use to check what we say; it is public, so without a secret',
  ],
  ['TOTE_EXPLORER_URL', 'explorer.solana.com', 'explorer address, with {kind} (tx, address), {id}'],
];

const LIMITS: readonly Setting[] = [
  [
    'TOTE_RATE_LIMIT_IP',
    '1200',
    'requests per minute and IPv4 address or IPv6 /64 network, a quarter to prepare; 0 no limit',
  ],
  ['TOTE_RATE_LIMIT_WALLET', '3000 (embedded: 0)', 'requests per minute and wallet; 0 no limit'],
  ['TOTE_MARKETS_PER_CREATOR', '3 (embedded: 10000)', 'open markets per creator whose rent we pay'],
  [
    'TOTE_RENT_FOR',
    'accounts (embedded: all)',
    'creators whose rent the relayer pays: accounts, if they have an account on chain, or all',
  ],
  ['TOTE_RENT_DAYS_MAX', '30 (embedded: 3650)', 'most days to the expiry if we pay the rent'],
  [
    'TOTE_RENT_BUDGET_PER_DAY',
    '10 (embedded: 100)',
    "percent of the relayer's balance for the rent of all markets per UTC day; 100 no limit",
  ],
  [
    'TOTE_FEES_PER_WALLET',
    '1000000 (embedded: 1000000000)',
    'lamports per day that the relayer pays in fees for what one wallet creates and signs',
  ],
];

const CLUSTER: readonly Setting[] = [
  ['TOTE_RPC_URL', 'none: embedded', 'RPC endpoint of a cluster; several: separated by commas'],
  ['TOTE_RPC_WS_URL', 'by TOTE_RPC_URL', 'WebSocket of the cluster, if it is elsewhere'],
  ['TOTE_PROGRAM_ADDRESS', 'built in', 'address of the program on the cluster'],
  ['TOTE_SEND_URLS', 'TOTE_RPC_URL', 'endpoints that get transactions, separated by commas'],
  ['TOTE_PRIORITY_FEE_MAX', '50000', 'most lamports of priority fee per transaction; 0: none'],
  ['TOTE_PRIORITY_BUDGET_PER_DAY', '100000000', 'lamports of priority fees in all per UTC day'],
  ['TOTE_HERMES_URLS', 'those of Pyth', 'endpoints of Hermes, separated by commas; empty: none'],
  ['TOTE_HERMES_KEY', 'none', 'API key for these endpoints'],
];

const EMBEDDED: readonly Setting[] = [
  ['TOTE_RPC_HOST', '127.0.0.1', 'address that the embedded chain listens on'],
  ['TOTE_RPC_PORT', '8899', 'its port; WebSocket also uses the next one; 0 takes any free one'],
  ['TOTE_SLOT_MS', '200', 'length of a slot in milliseconds'],
  [
    'TOTE_SANDBOX',
    '1 for this machine only',
    '1 offers POST /v1/sandbox/clock and /v1/sandbox/wallets, and new demo tokens; the default ' +
      'is 0 with a TOTE_HOST that is not loopback, a TOTE_TRUST_PROXY or a TOTE_ORIGIN',
  ],
  ['TOTE_DEMO', '1', '0 leaves out the demo bettors and their markets'],
  [
    'TOTE_ALLOWED_ORIGINS',
    'none',
    'origins of web pages that may use airdrops, faucet and sandbox, besides those of this machine',
  ],
];

export const SETTING_GROUPS: readonly { title: string; settings: readonly Setting[] }[] = [
  { title: 'The API', settings: API },
  { title: 'Name and look', settings: BRANDING },
  { title: 'Data and keys', settings: STORAGE },
  { title: 'Markets and webhooks', settings: MARKETS },
  { title: 'Limits', settings: LIMITS },
  { title: 'A Solana cluster', settings: CLUSTER },
  { title: 'Only the embedded chain (no TOTE_RPC_URL)', settings: EMBEDDED },
];

export const SETTINGS: readonly Setting[] = SETTING_GROUPS.flatMap(({ settings }) => settings);
