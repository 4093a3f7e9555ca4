// The demo and the tests open wallets in the same way: through the public API.
export * from '../../src/demo/new-wallet.ts';
