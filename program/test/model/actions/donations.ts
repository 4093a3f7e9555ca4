// Coins that somebody sends to the program's accounts without asking it. They must change nothing.
import type { Address } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getTransferInstruction } from '@solana-program/token';
import { utilityAddress } from '../../support/build.ts';
import { addresses, keys } from '../../support/genesis.ts';
import { tokenProgram } from '../../support/tokens.ts';
import { addLamports, addTokens, vaultOf } from '../coins.ts';
import type { Bettor, Market, Model } from '../model.ts';
import type { Transaction } from '../plan.ts';

const donor = keys.stranger;

export function donateToSolVault(model: Model, amount: bigint): Transaction {
  return donateLamports(model, 'the SOL vault', addresses.vaultSol, amount, () => {
    vaultOf(model, 0).donated += amount;
  });
}

export function donateToBettor(model: Model, bettor: Bettor, amount: bigint): Transaction {
  return donateLamports(model, 'a bettor', bettor.address, amount, () => {
    bettor.lamports += amount;
  });
}

export function donateToMarket(model: Model, market: Market, amount: bigint): Transaction {
  return donateLamports(model, 'a market', market.address, amount, () => {
    market.lamports += amount;
  });
}

function donateLamports(
  model: Model,
  receiver: string,
  destination: Address,
  amount: bigint,
  receive: () => void,
): Transaction {
  return {
    kind: `donate to ${receiver}`,
    build: () => getTransferSolInstruction({ source: donor.signer, destination, amount }),
    apply() {
      addLamports(model, donor.address, -amount);
      receive();
      return null;
    },
  };
}

export function donateTokens(model: Model, amount: bigint): Transaction {
  const source = utilityAddress(donor);
  const destination = addresses.vaultToken;
  return {
    kind: 'donate to the vault token account',
    build: () =>
      getTransferInstruction(
        { source, destination, authority: donor.signer, amount },
        { programAddress: tokenProgram },
      ),
    apply() {
      addTokens(model, source, -amount);
      addTokens(model, destination, amount);
      vaultOf(model, 1).donated += amount;
      return null;
    },
  };
}
