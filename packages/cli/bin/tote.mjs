#!/usr/bin/env node
import { findPage, loadCommand } from '../../../tools/build/load-command.mjs';

const { main } = await loadCommand(new URL('../src/tote.ts', import.meta.url));
process.exitCode = await main(process.argv.slice(2), {
  loadVerifier: () => loadCommand(new URL('../../verify/src/index.ts', import.meta.url)),
  loadDeployer: () => loadCommand(new URL('../src/deploy/index.ts', import.meta.url)),
  loadDemo: () => loadCommand(new URL('../src/demo/demo-command.ts', import.meta.url)),
  loadResolver: () => loadCommand(new URL('../src/resolver/resolve-market.ts', import.meta.url)),
  async loadService() {
    const service = await loadCommand(new URL('../../../service/src/main.ts', import.meta.url));
    return { main: (args, ask) => service.main(args, { findPage, ask }) };
  },
});
