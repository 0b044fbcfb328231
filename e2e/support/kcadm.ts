// Runs command lines of bin/kcadm.sh in a shell, as scripts do: found on the PATH through a link, with a home folder
// of its own.
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, ROOT } from './server.ts';

/** How a command line ended. */
interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Shell {
  /** Where command lines run. */
  readonly folder: string;
  /** The configuration file of kcadm.sh. */
  readonly configFile: string;
  /** Variables of all following command lines. */
  readonly variables: Record<string, string>;
  run(line: string, input?: string): Promise<Outcome>;
}

/** Links `kcadm.sh`, and `kcadm` to that link. */
function linkScripts(folder: string): void {
  symlinkSync(join(ROOT, 'bin/kcadm.sh'), join(folder, 'kcadm.sh'));
  symlinkSync('kcadm.sh', join(folder, 'kcadm'));
}

export function createShell(): Shell {
  const folder = createFolder('work');
  const home = createFolder('home');
  const path = createFolder('bin');
  for (const each of [folder, home, path]) mkdirSync(each, { recursive: true });
  linkScripts(path);
  const variables: Record<string, string> = {};
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('KC_'));
  return {
    folder,
    configFile: join(home, '.keycloak/kcadm.config'),
    variables,
    run: (line, input) => {
      const env = {
        ...Object.fromEntries(inherited),
        HOME: home,
        PATH: `${path}:${process.env['PATH']}`,
        ...variables,
      };
      const child = spawn('/bin/sh', ['-c', line], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
      let [out, err] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
      child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
      // A command that reads no input may end before it is written.
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      return new Promise((done) => child.once('close', (code) => done({ code, out, err })));
    },
  };
}
