// Asks for a password on the terminal, without showing it.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './command-error.ts';
import type { Host } from './host.ts';

/** Swallows readline's echo. */
function createSilence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/**
 * The answer to `Enter <kind>:`.
 * @throws {CommandError} without a terminal, or when nothing is entered.
 */
export async function promptFor(host: Host, kind: string, remedy: string): Promise<string> {
  if (host.terminal === undefined)
    throw new CommandError(`Console is not active, but ${kind} is required. ${remedy}`);
  const { input, output } = host.terminal;
  const lines = createInterface({ input, output: createSilence(), terminal: true, historySize: 0 });
  output.write(`Enter ${kind}:`);
  try {
    const answer = await new Promise<string>((done) => {
      lines.once('line', done);
      // End of input, and Ctrl+C.
      lines.once('close', () => done(''));
    });
    output.write('\n');
    if (answer === '') throw new CommandError(`No ${kind} provided`);
    return answer;
  } finally {
    lines.close();
  }
}
