// A typical simple implementation for comparison: Express, and for each bet one PostgreSQL
// transaction and one Solana transaction, built, signed and confirmed with kit.
import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { findBettorAddress, getPlaceBetsInstruction } from '@tote/program-client';
import express from 'express';
import pg from 'pg';
import { openPlatform } from '../../service/src/embedded/platform.ts';
import { readConfig } from '../../service/src/settings/config.ts';
import { prepareNaiveMarket } from './naive-market.ts';

const config = readConfig(process.env, process.cwd());
const platform = await openPlatform(config, () => Date.now());
const { chain, keys } = platform;
const { market, wallet, epoch } = await prepareNaiveMarket(platform);
const bettor = await findBettorAddress(wallet);
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 64 });
await pool.query(`create table bets (
  id serial primary key, market text, outcome text, amount numeric, signature text, state text)`);

const app = express();
app.use(express.json());
app.post('/bets', async (request, response) => {
  const { outcome, amount } = request.body as { outcome: string; amount: number };
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(
      'insert into bets (market, outcome, amount, state) values ($1, $2, $3, $4) returning id',
      [market, outcome, amount, 'pending'],
    );
    const betId = rows[0].id as number;
    const signature = await placeBet(betId, outcome === 'Yes' ? 1 : 2, BigInt(amount * 1e9));
    await client.query('update bets set signature = $1, state = $2 where id = $3', [
      signature,
      'confirmed',
      betId,
    ]);
    await client.query('commit');
    const totals = await chain.accounts.findMarket(market);
    const [yes = 0n, no = 0n] = totals?.pools ?? [];
    const newTotalStake = { Yes: Number(yes) / 1e9, No: Number(no) / 1e9 };
    response.status(201).json({ marketId: market, outcome, amountStaked: amount, newTotalStake });
  } catch (error) {
    await client.query('rollback');
    response.status(500).json({ error: String(error) });
  } finally {
    client.release();
  }
});

async function placeBet(betId: number, outcome: 1 | 2, amount: bigint): Promise<string> {
  const { value: latest } = await chain.rpc.getLatestBlockhash().send();
  const instruction = getPlaceBetsInstruction({
    authority: keys.relayer.signer,
    market,
    currency: 0,
    bets: [{ bettor, outcome, amount, delegated: { epoch, betId } }],
    config: chain.addresses.config,
    operator: keys.relayer.signer,
  });
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayerSigner(keys.relayer.signer, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(latest, each),
    (each) => appendTransactionMessageInstructions([instruction], each),
  );
  const signed = await signTransactionMessageWithSigners(message);
  const wire = getBase64EncodedWireTransaction(signed);
  await chain.rpc.sendTransaction(wire, { encoding: 'base64' }).send();
  const signature = getSignatureFromTransaction(signed);
  for (;;) {
    const { value } = await chain.rpc.getSignatureStatuses([signature]).send();
    const status = value[0];
    if (status?.err) throw new Error('the bet failed');
    if (status?.confirmationStatus && status.confirmationStatus !== 'processed') return signature;
  }
}

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`ready http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
});
