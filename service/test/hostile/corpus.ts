// Hostile input. Every entry must be refused, in every place.

export const VALUES: readonly string[] = [
  // Numbers
  ...['1e309', '-1e309', '-0', '-1', '0.1e-400', '1e-30', '9007199254740993.5', '1e1000000000'],
  // Coercions
  ...['"0x10"', '"NaN"', '"Infinity"', '" 1 "', '"\u0661"', '"1e3"', 'null', 'false', '[]', '{}'],
  ...['[[[[[[[[[[1]]]]]]]]]]', '[null]', '{"a":{"b":{"c":{}}}}', '{"toString":"x"}', '{"type":1}'],
  // Text
  ...['""', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800"', '"\\u202eabc"'],
  ...['"zero\\u200bwidth"', '"\\ufeffabc"', '"line\\u2028break"', '"\\ue000private"'],
  ...['"Y\u0435s"', '"\uff39\uff45\uff53"', '"yes"', '"Yes "', `"${'a\u0301'.repeat(3_000)}"`],
  `"${'x'.repeat(15_000)}"`,
  ...['"=cmd|calc!A1\\t"', '"<script>alert(1)</script>\\u0007"', '"\'; DROP TABLE markets;--\\n"'],
  ...['"../../etc/passwd\\u0000"', '"$\\u007bjndi:ldap://x}\\u0001"'],
  // Dates
  ...['"2026-02-30T00:00:00Z"', '"2026-01-01T24:00:00Z"', '"2026-01-01T00:00:00"', '"1"'],
  ...['"12/31/2026"', '"+010000-01-01T00:00:00Z"', '"0000-00-00T00:00:00Z"'],
  // Addresses
  ...['"0OIl"', `"${'1'.repeat(31)}"`, `"${'z'.repeat(44)}"`, `"${'1'.repeat(45)}"`],
];

export const BODIES: readonly (string | Uint8Array)[] = [
  ...['', ' ', 'null', 'true', '5', '"text"', '[]', '[{}]', '{', '}', '{"a":', '{a:1}', "{'a':1}"],
  ...['{"a":1,}', '{"a":1}x', '{"a":1}{"b":2}', '{"a":1,"a":2}', '{"":1}', '{"a":01}', '{"a":.5}'],
  ...['{"a":+1}', '{"a":NaN}', '{"a":Infinity}', '{"a":0x10}', '{"a":1e}', '{"a":tru}'],
  ...['\ufeff{}', '{"a":"\\x41"}', '{"a":"\t"}', '{"a":"\\ud800"}', '/* */{}', '{"a":1}//'],
  ...['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"a":1}}}'],
  ...['{"hasOwnProperty":1}', '{"toString":1,"valueOf":2}', '{"then":1}', '{"$ne":null}'],
  `{"a":${'['.repeat(8_000)}${']'.repeat(8_000)}}`,
  `{"a":${'['.repeat(16_000)}`,
  `${'{"a":'.repeat(3_000)}`,
  `{${Array.from({ length: 1_500 }, (_, index) => `"f${index}":1`).join(',')}}`,
  `{"a":1e${'9'.repeat(10_000)}}`,
  `{"a":${'9'.repeat(16_000)}}`,
  `{"a":"${'x'.repeat(16_384)}"}`,
  Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
  Uint8Array.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
];

export const IDS: readonly string[] = [
  ...['x', '%00', '%F0%9F%98%80', '..%2f..%2fetc%2fpasswd', "'%20or%201=1--", '__proto__', '-1'],
  ...['constructor', 'market_', 'bet_', 'key_', 'undefined', 'null', 'NaN', '%25', '%E0%A4', '%zz'],
  ...[`market_${'1'.repeat(32)}`, `market_${'z'.repeat(44)}`, `market_${'0'.repeat(43)}`],
  ...[`bet_${'_'.repeat(150)}`, `bet_${'1'.repeat(44)}_99999999999999999999999_1`, 'bet_x_-1_-1'],
  ...['1'.repeat(64), '1'.repeat(88), 'z'.repeat(88), '%25'.repeat(300), 'x'.repeat(4_000)],
  ...[
    'market_%D0%B5',
    '%E2%80%AE',
    '%ED%A0%80',
    'a;b=c',
    'a,b',
    '*',
    '$where',
    '%0d%0aSet-Cookie:x',
  ],
];

export const QUERIES: readonly string[] = [
  ...['limit=-1', 'limit=1e20', 'limit=1.5', 'limit=NaN', 'limit=0', 'limit=101', 'limit='],
  ...['offset=-1', 'offset=9223372036854775808', 'offset=x', 'limit=1&limit=2', 'limit[]=1'],
  ...['status=', 'status[]=open', "status='", 'a=b', '__proto__=1', '__proto__[a]=1', '%00=1'],
  ...['constructor=1', 'marketId=x', 'wallet=x', 'lastEventId=-1', 'lastEventId=1e9', '=', '%zz=1'],
  ...['q=', 'q=%00', 'q=%F0%9F%98%80', 'q=a&q=b', 'sort=', 'sort=oldest', 'decidedBy=oracle'],
  ...['creator=x', 'tokenAddress=', 'currency=sol', 'cursor=', 'cursor=x', 'cursor=W10'],
  ...['cursor=WyJuZXdlc3QiXQ', 'cursor=x&offset=0', 'sort=volume&offset=2147483647'],
  ...['window=', 'window=month', 'window=day&window=week', 'points=1', 'points=1e2', 'points=0x10'],
  ...['points=501', 'points=9&limit=1', 'days=0', 'days=-1', 'days=367', 'type=', 'type=odds'],
  ...[
    'cursor=999999999999999999',
    'cursor=WyJhbGwiLCJTT0wiLCIxIiwiMSIsMV0',
    'format=',
    'format=pdf',
  ],
  ...['from=', 'from=2020-13-01T00:00:00Z', 'to=9999-12-31T23:59:59Z&from=x', 'to=-1'],
  ...[`q=${'a+'.repeat(2_000)}`, `cursor=${'A'.repeat(4_000)}`],
  ...[`limit=${'9'.repeat(7_000)}`, Array.from({ length: 900 }, (_, i) => `a${i}=1`).join('&')],
];

/** Invalid headers; with a valid body the rest of the request would be accepted. */
export const HEADERS: readonly Record<string, string>[] = [
  { authorization: 'Bearer' },
  { authorization: 'Bearer  ' },
  { authorization: `Bearer ${'x'.repeat(8_000)}` },
  { authorization: 'Basic YWxpY2U6cGFzc3dvcmQ=' },
  {
    authorization: 'Bearer tote_0000000000000000_0000000000000000000000000000000000000000000000000',
  },
  { 'x-wallet': 'x' },
  { 'x-signature': '1'.repeat(88), 'x-nonce': 'x', 'x-timestamp': 'x', 'x-wallet': 'x' },
  { 'x-timestamp': '9'.repeat(4_000) },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-encoding': 'gzip' },
  { 'idempotency-key': 'x'.repeat(256) },
  { 'idempotency-key': 'schl\u00fcssel' },
];
