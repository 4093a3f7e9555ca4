// `npm run dev`: the service from its sources. `tsx watch` restarts it when one of them changes.
import { main } from '../service/src/main.ts';

await main(process.argv.slice(2));
