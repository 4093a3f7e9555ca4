// Opens wallets through the public API, like the demo.
import * as demo from '@tote/cli/demo/new-wallet';

export { signTransaction } from '@tote/cli/demo/new-wallet';

export function openNewWallet(baseUrl: string, funds: demo.Funds): Promise<demo.NewWallet> {
  return demo.openNewWallet(baseUrl, funds, () => new Date());
}

type SignRequest = typeof demo.signRequest;

/** The headers of a request that the wallet signed; default: now. */
export function signRequest(
  config: Parameters<SignRequest>[0],
  key: Parameters<SignRequest>[1],
  request: Parameters<SignRequest>[2],
  at = new Date(),
): Record<string, string> {
  return demo.signRequest(config, key, request, at);
}
