import { port } from '../thread.ts';
import { BATCH_SIZE, unpackTransactions } from './signatures.ts';
import { SignatureVm } from './vm.ts';

const vm = new SignatureVm();

port().on('message', (packed: Uint8Array) => {
  let answers: boolean[] = [];
  for (const [bytes, isLegacy] of unpackTransactions(packed)) {
    answers.push(vm.isSigned(bytes, isLegacy));
    if (answers.length === BATCH_SIZE) {
      port().postMessage(answers);
      answers = [];
    }
  }
  if (answers.length > 0) port().postMessage(answers);
});

port().postMessage([]);
