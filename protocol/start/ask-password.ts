// Prompts for a password on a terminal, twice and without echo.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { OptionError } from '#protocol/errors/option-error.ts';

export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  /** Where prompts are written; not the standard output, which is for results. */
  readonly output: NodeJS.WritableStream;
}

/** Swallows readline's echo. */
function createSilence(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/**
 * Prompts twice and returns the password.
 * @throws {OptionError} `password`, exit code 1, when the two entries differ, or the terminal is closed or
 * interrupted.
 */
export async function askPassword({ input, output }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input, output: createSilence(), terminal: true, historySize: 0 });
  const typed = lines[Symbol.asyncIterator]();
  const close = (): void => lines.close();
  lines.once('SIGINT', close);
  process.once('SIGTERM', close);
  const ask = async (text: string): Promise<string> => {
    output.write(text);
    const line = await typed.next();
    output.write('\n');
    if (line.done === true)
      throw new OptionError('password', 'was not given', 'Nothing was changed.', { exitCode: 1 });
    return line.value;
  };
  try {
    const password = await ask(`${question}: `);
    if ((await ask('Repeat it: ')) === password) return password;
    throw new OptionError('password', 'the two passwords differ', 'Nothing was changed; try again.', {
      exitCode: 1,
    });
  } finally {
    process.off('SIGTERM', close);
    lines.close();
  }
}
