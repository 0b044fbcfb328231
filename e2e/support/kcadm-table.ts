// What a command line of kcadm.sh must print, as a table; and a shell that is signed in to a server of its own.
import { expect, test } from '@playwright/test';
import { createShell, type Shell } from './kcadm.ts';
import { callAdmin, startServer, type TestServer } from './server.ts';

/** What a command line prints; nothing, unless it says so. */
export interface Expected {
  readonly code?: number;
  readonly out?: RegExp | string;
  readonly err?: RegExp | string;
  /** The variable that keeps what the line prints. */
  readonly keep?: string;
}
export type Row = readonly [line: string, expected?: Expected];

/** A server for the tests of a file, and a new shell for each test, signed in as the administrator. */
export interface Session {
  readonly server: () => TestServer;
  readonly shell: () => Shell;
  /** Runs command lines one after another, each as expected. */
  runAll(rows: readonly Row[]): Promise<void>;
  /** A new realm `demorealm`. */
  createDemoRealm(more?: object): Promise<void>;
}

export const LOGIN: Expected = {
  err: /^Logging into http:\/\/localhost:\d+ as user admin of realm master\n$/,
};

export function created(kind: string, id = "[^']+"): Expected {
  return { err: new RegExp(`^Created new ${kind} with id '${id}'\n$`) };
}

/** JSON, whose last line break goes to standard error. */
export function json(text: RegExp | string): Expected {
  return { out: text, err: '\n' };
}

export function refused(err: RegExp | string): Expected {
  return { code: 1, err };
}

export function missing(path: string): Expected {
  return refused(new RegExp(`^Resource not found for url: http://.*${path}\n$`));
}

/** One line, which is kept. */
export function printed(keep: string): Expected {
  return { out: /^.+\n?$/, err: /^\n?$/, keep };
}

/** Keeps the ID of the only resource that the query finds. */
export function findId(resource: string, query: string, keep: string): Row {
  const line = `kcadm.sh get ${resource} -r demorealm -q ${query} --fields id --format csv --noquotes`;
  return [line, { out: /^[\w-]+\n$/, keep }];
}

function check(actual: string, expected: RegExp | string, place: string): void {
  if (typeof expected === 'string') expect(actual, place).toBe(expected);
  else expect(actual, place).toMatch(expected);
}

async function run(shell: Shell, [line, { code = 0, out = '', err = '', keep } = {}]: Row): Promise<void> {
  const outcome = await shell.run(line.replaceAll('http://localhost:8080', shell.variables['SERVER'] ?? ''));
  const place = `${line}\n${outcome.err}`;
  expect(outcome.code, place).toBe(code);
  check(outcome.out, out, place);
  check(outcome.err, err, place);
  if (keep !== undefined) shell.variables[keep] = outcome.out.trim();
}

/** Call at the top of a file. */
export function openSession(): Session {
  test.skip(process.platform === 'win32', 'kcadm.bat is for Windows, where this suite has not been run');
  let server: TestServer;
  let shell: Shell;
  const runAll = async (rows: readonly Row[]): Promise<void> => {
    for (const row of rows) await run(shell, row);
  };
  test.beforeAll(async () => {
    server = await startServer();
  });
  test.afterAll(() => server.stop());
  test.beforeEach(async () => {
    shell = createShell();
    shell.variables['SERVER'] = server.url.replace('127.0.0.1', 'localhost');
    await runAll([
      ['kcadm.sh config credentials --server $SERVER --realm master --user admin --password admin', LOGIN],
    ]);
  });
  return {
    server: () => server,
    shell: () => shell,
    runAll,
    async createDemoRealm(more = {}) {
      await callAdmin(server.url, 'DELETE', '/admin/realms/demorealm');
      const body = { realm: 'demorealm', enabled: true, ...more };
      expect((await callAdmin(server.url, 'POST', '/admin/realms', body)).status).toBe(201);
    },
  };
}
