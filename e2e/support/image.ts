// Runs the image: its folder, unpacked on this machine, with the variables that the image sets.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { collect } from './collect.ts';
import { freePort } from './free-port.ts';
import { createFolder, type Ended, ended, ROOT } from './server.ts';

const run = promisify(execFile);

/** How a tool runs the image. */
interface ImageRun {
  /** Arguments of the entry point; `{import}` is the folder of the imported files. */
  readonly args: readonly string[];
  /** `{import}` in values likewise. */
  readonly environment: Readonly<Record<string, string>>;
  /** Further files in Keycloak's folder, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files in `data/import`, by name. */
  readonly imports?: Readonly<Record<string, unknown>>;
  /** Whether changes of the image's folder are kept for later runs, as in a derived image. */
  readonly keeps?: boolean;
}

export interface RunningImage {
  readonly url: string;
  /** Where the management interface listens, if it does. */
  readonly managementUrl: string;
  readonly process: ChildProcess;
  readonly home: string;
  output(): string;
  /** Sends SIGTERM; resolves to the exit code, or rejects after a second. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

export interface ImageRunner {
  /** The folder that runs copy, `/opt/keycloak` in the image. */
  readonly home: string;
  /** Starts it and waits for its start line. */
  start(run: ImageRun): Promise<RunningImage>;
  /** Runs a command to its end. */
  run(run: ImageRun): Promise<Ended>;
  /** Runs the image's health check beside a running one. */
  healthCheck(running: RunningImage): Promise<Ended>;
  /** Runs a command line in the image's shell, where its programs come first. */
  shell(command: string): Promise<Ended>;
  /** The root of the image's files. */
  readonly root: string;
}

/** A container's variables; nothing of this machine but what programs need. */
function containerEnvironment(own: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', KC_RUN_IN_CONTAINER: 'true', LANG: 'C.UTF-8', ...own };
}

/** Makes the image's folder; by default where the Containerfile expects it. */
export async function makeImageFolder(output: string = join(ROOT, 'release/image')): Promise<string> {
  await run(process.execPath, ['tools/image.mjs', '--folder', `--output=${output}`], { cwd: ROOT });
  return output;
}

/** Each run gets a copy of the image's folder, as each container does. */
export async function createImageRunner(): Promise<ImageRunner> {
  const folder = await makeImageFolder(createFolder('image-root'));
  const image = createFolder('image');
  cpSync(join(folder, 'opt/keycloak'), image, { recursive: true });

  function prepare({ imports = {}, files = {}, keeps = false }: ImageRun): string {
    const home = keeps ? image : createFolder('keycloak');
    if (!keeps) cpSync(image, home, { recursive: true });
    mkdirSync(join(home, 'data/import'), { recursive: true });
    for (const [name, content] of Object.entries(imports))
      writeFileSync(join(home, 'data/import', name), JSON.stringify(content));
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), content);
    }
    return home;
  }

  function spawnIn(home: string, { args, environment }: ImageRun): ChildProcess {
    const fill = (text: string): string => text.replaceAll('{import}', join(home, 'data/import'));
    const own = Object.entries(environment).map(([name, value]) => [name, fill(value)]);
    return spawn(join(home, 'bin/kc.sh'), args.map(fill), {
      cwd: '/',
      env: containerEnvironment(Object.fromEntries(own)),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  return {
    home: image,
    async start(options) {
      const home = prepare(options);
      const [port, managementPort] = [await freePort(), await freePort()];
      const environment = {
        KC_HTTP_PORT: String(port),
        KC_HTTP_MANAGEMENT_PORT: String(managementPort),
        ...options.environment,
      };
      const child = spawnIn(home, { ...options, environment });
      const output = collect(child);
      await startLine(child, output);
      return {
        url: `http://127.0.0.1:${port}`,
        managementUrl: `http://127.0.0.1:${managementPort}`,
        process: child,
        home,
        output,
        stop: () => stop(child),
        kill: async () => {
          if (child.exitCode === null) {
            child.kill('SIGKILL');
            await new Promise((done) => child.once('close', done));
          }
          rmSync(home, { recursive: true, force: true });
        },
      };
    },
    run: (options) => ended(spawnIn(prepare(options), options)),
    healthCheck: ({ home }) => ended(spawn(join(home, 'bin/health.sh'), { env: containerEnvironment({}) })),
    shell: (command) => {
      const path = `${join(folder, 'usr/bin')}:${process.env['PATH']}`;
      const env = containerEnvironment({ PATH: path });
      return ended(spawn('bash', ['-c', command], { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'] }));
    },
    root: folder,
  };
}

/** Resolves when the server has printed its start line. */
export function startLine(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (/started in \d+\.\d+s/.test(output())) resolve();
    };
    child.stdout?.on('data', look);
    child.once('close', (code) => reject(new Error(`the image ended with ${code}:\n${output()}`)));
  });
}

const STOP_MS = 1000;

function stop(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the image did not stop within a second')), STOP_MS);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
    child.kill('SIGTERM');
  });
}
