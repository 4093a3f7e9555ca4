const [ENTER, NEWLINE, CTRL_C, CTRL_D] = ['\r', '\n', '\u0003', '\u0004'];
const BACKSPACE = ['\u007f', '\b'];

export function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  return new Promise((resolve) => {
    const typed: string[] = [];
    const end = (text: string) => {
      stdin.off('data', read);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      resolve(text);
    };
    // Pasted text arrives in one piece.
    const read = (chunk: string) => {
      for (const character of chunk) {
        if (character === CTRL_C || character === CTRL_D) return end('');
        if (character === ENTER || character === NEWLINE) return end(typed.join(''));
        if (BACKSPACE.includes(character)) typed.pop();
        else typed.push(character);
      }
    };
    stdin.on('data', read);
  });
}
