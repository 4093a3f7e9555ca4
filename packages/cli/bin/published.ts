#!/usr/bin/env node
// `tote` as it is published: without the service, which runs in a clone.
import { main } from '../src/tote.ts';

process.exitCode = await main(process.argv.slice(2), {
  loadVerifier: () => import('@tote/verify'),
  loadResolver: () => import('../src/resolver/resolve-market.ts'),
});
