// The entry point of the image's programs: the first argument names the program.
import { runCurl } from './curl.ts';
import type { Program } from './host.ts';
import { runJava } from './java.ts';
import { runKeytool } from './keytool.ts';

const PROGRAMS: Readonly<Record<string, Program>> = { curl: runCurl, java: runJava, keytool: runKeytool };

/** A reader that stops early, such as grep -q, ends the output but not the program. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const [name = '', ...args] = process.argv.slice(2);
const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (program === undefined) throw new TypeError(`no program "${name}"`);

// Not process.exit: output to a pipe is still on its way.
void program({
  args,
  workingDirectory: process.cwd(),
  home: process.env['KC_HOME_DIR'] ?? '/opt/keycloak',
  print: (data) => {
    process.stdout.write(data);
  },
  report: (message) => {
    process.stderr.write(`${message}\n`);
  },
}).then((exitCode) => {
  process.exitCode = exitCode;
});
