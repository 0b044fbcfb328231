// Prints the command of the window's runtime as shell words, for bin/understudy.sh to exec.
import { runTool } from './progress.mjs';
import { obtainWindowCommand } from './setup/window-command.mjs';

const quote = (word) => `'${word.replaceAll("'", "'\\''")}'`;

await runTool(async () => {
  const words = await obtainWindowCommand();
  process.stdout.write(`${words.map(quote).join(' ')}\n`);
});
