#!/usr/bin/env node
// `tote-localnet` as it is published.
import { main } from '../src/cli.ts';

await main(process.argv.slice(2));
