// A page of the documentation, followed by somebody who types what it says into a shell in an empty folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesOfPage } from './page-files.ts';
import { ROOT } from './server.ts';

/** Blocks to type. */
const SHELL_BLOCK = /^```sh\n(.*?)^```/gms;
/** Commands that keep running: the reader opens another terminal. */
const KEEPS_RUNNING = /^(npx understudy start-dev|node receiver\.mjs)(?!.*&$)/m;

/** What the shell printed, and its exit code. */
interface Typed {
  readonly output: string;
  readonly code: number;
}

/** A page in progress. */
export interface GuidePage {
  readonly folder: string;
  /** The blocks to type, in order. */
  readonly blocks: readonly string[];
  /** Types a block, or any command. A server is started in the background, with its output in `server.log`. */
  type(text: string): Promise<Typed>;
  /** Types the blocks that contain a text. */
  typeBlock(containing: string): Promise<Typed>;
  /** Ends the shell and everything that it started. */
  close(): Promise<void>;
}

const END = '__typed__';

/** Runs commands one after another in the same shell, so that variables and jobs stay. */
function openShell(folder: string): { readonly child: ChildProcess; run(text: string): Promise<Typed> } {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(PW|PLAYWRIGHT|TEST_|NODE_TEST|NODE_OPTIONS|FORCE_COLOR|UNDERSTUDY_|KC_)/.test(name),
  );
  const child = spawn('bash', [], {
    cwd: folder,
    env: { ...Object.fromEntries(own), NO_COLOR: '1' },
    detached: true,
  });
  let output = '';
  let listen = (): void => undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      listen();
    });
  return {
    child,
    run: (text) =>
      new Promise((resolve) => {
        output = '';
        listen = () => {
          const found = new RegExp(`${END}(\\d+)\\n`).exec(output);
          if (found !== null) resolve({ output: output.slice(0, found.index), code: Number(found[1]) });
        };
        child.stdin.write(`${text.trimEnd()}\necho "${END}$?"\n`);
      }),
  };
}

/**
 * Opens a page of docs/ in a folder, writes its files, and puts other values in the place of some of its texts, such
 * as ports that are free.
 */
export function openGuidePage(
  path: string,
  folder: string,
  texts: Readonly<Record<string, string>>,
): GuidePage {
  let page = readFileSync(join(ROOT, 'docs', path), 'utf8');
  for (const [text, value] of Object.entries(texts)) page = page.replaceAll(text, value);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of filesOfPage(page)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const blocks = [...page.matchAll(SHELL_BLOCK)].map(([, text = '']) => text);
  const { child, run } = openShell(folder);
  const type = (text: string): Promise<Typed> =>
    run(KEEPS_RUNNING.test(text) ? `${text.trimEnd()} >> server.log 2>&1 &` : text);
  return {
    folder,
    blocks,
    type,
    typeBlock(containing) {
      const found = blocks.filter((block) => block.includes(containing));
      if (found.length !== 1) throw new Error(`${path} has ${found.length} blocks with ${containing}`);
      return type(found[0] ?? '');
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // The group: the shell, and the servers that it started.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}
