import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeStartFailure, launch } from '#protocol/launch.ts';

const USERS = Array.from({ length: 5 }, (_, index) => ({ username: `user-${index}` }));

async function endOf(launched: Promise<unknown>): Promise<{ line: string; exitCode: number }> {
  const reason = await launched.then(
    () => assert.fail('a server started'),
    (error: unknown) => error,
  );
  return describeStartFailure(reason);
}

/** A data directory with the realms master, shop (5 users) and a/b (none). */
async function setUp() {
  const home = mkdtempSync(join(tmpdir(), 'understudy-export-test-'));
  const run = (...args: string[]) =>
    launch({
      args,
      environment: {},
      workingDirectory: home,
      moduleUrl: import.meta.url,
      runtime: 'test',
      dataHome: home,
    });
  const end = (...args: string[]) => endOf(run('--log-level=error', ...args));
  writeFileSync(
    join(home, 'all.json'),
    JSON.stringify([
      { realm: 'shop', users: USERS },
      { realm: 'bare', users: [] },
    ]),
  );
  const imported = await end('import', '--file=all.json');
  assert.deepEqual(imported, { line: `Import finished: ${join(home, 'all.json')}`, exitCode: 0 });
  const read = (name: string): unknown => JSON.parse(readFileSync(join(home, name), 'utf8'));
  return { home, run, end, read };
}

test("Keycloak export --dir: a file per realm, users beside it, in Keycloak's names and sizes", async () => {
  const { home, end, read } = await setUp();
  const { line, exitCode } = await end('export', '--dir=out', '--users-per-file', '3');
  assert.equal(exitCode, 0);
  assert.match(line, /Realm 'shop' exported/);
  assert.deepEqual(readdirSync(join(home, 'out')).toSorted(), [
    'bare-realm.json',
    'master-realm.json',
    'master-users-0.json',
    'shop-realm.json',
    'shop-users-0.json',
    'shop-users-1.json',
  ]);
  const [first, second] = [read('out/shop-users-0.json'), read('out/shop-users-1.json')] as {
    realm: string;
    users: { username: string }[];
  }[];
  assert.deepEqual([first?.users.length, second?.users.length, second?.realm], [3, 2, 'shop']);
  const realm = read('out/shop-realm.json') as object;
  assert.equal('users' in realm, false);
  assert.equal(statSync(join(home, 'out', 'master-users-0.json')).mode & 0o077, 0);
});

for (const [users, files] of [
  ['same_file', ['shop-realm.json', 'shop-users-0.json']],
  ['realm_file', ['shop-realm.json']],
  ['skip', ['shop-realm.json']],
] as const) {
  test(`Keycloak export --users=${users}: ${files.join(' and ')}`, async () => {
    const { home, end, read } = await setUp();
    assert.equal(
      (await end('export', '--dir=out', '--realm=shop', `--users=${users}`, '--users-per-file=2')).exitCode,
      0,
    );
    assert.deepEqual(readdirSync(join(home, 'out')), files);
    const { users: inRealm } = read('out/shop-realm.json') as { users?: unknown[] };
    assert.equal(inRealm?.length, users === 'realm_file' ? 5 : undefined);
  });
}

test('Keycloak export --file: one realm is an object, all realms are an array', async () => {
  const { end, read } = await setUp();
  await end('export', '--file=one.json', '--realm', 'shop');
  await end('export', '--file=every.json');
  assert.equal((read('one.json') as { users: unknown[] }).users.length, 5);
  assert.equal((read('every.json') as unknown[]).length, 3);
});

test('Keycloak export and import: the files of a folder make the same realms in a new data directory', async () => {
  const { home, end, read } = await setUp();
  await end('export', '--dir=out');
  assert.equal((await end('import', '--dir=out', '--data-dir=other')).exitCode, 0);
  await end('export', '--file=again.json', '--realm=shop', '--data-dir=other');
  await end('export', '--file=once.json', '--realm=shop');
  assert.deepEqual(read('again.json'), read('once.json'));
  assert.ok(statSync(join(home, 'other')).isDirectory());
});

test('a server that uses the data directory does not prevent an export', async () => {
  const { run, end, read } = await setUp();
  const server = await run('start-dev', '--http-port=0', '--log-level=error');
  const { exitCode } = await end('export', '--file=one.json', '--realm=shop');
  await server.stop();
  assert.equal(exitCode, 0);
  assert.equal((read('one.json') as { realm: string }).realm, 'shop');
});

for (const [args, says, code] of [
  [[], /--file: or --dir is missing.*Give either/, 2],
  [['--dir=x', '--file=y'], /Give either --file=FILE or --dir=FOLDER/, 2],
  [
    ['--dir=x', '--with-sessions', '--users=skip'],
    /--users: skip cannot be combined with --with-sessions/,
    2,
  ],
  [['--file=x', '--users=none'], /--users: "none" cannot be used.*different_files/, 2],
  [['--file=x', '--users-per-file=0'], /--users-per-file: "0" cannot be used/, 2],
  [['--file=x', '--realm=none'], /--realm: there is no realm "none".*Realms are master, shop, bare/, 1],
  [['--file=x', '--data-dir=nowhere'], /data-dir: .*nowhere cannot be read \(ENOENT\)/, 1],
  [['--file=all.json/x'], /export: .*all\.json\/x cannot be written \((ENOTDIR|EEXIST)\)/, 1],
] as const) {
  test(`bad input: export ${args.join(' ')} is refused, exit code ${code}`, async () => {
    const { end } = await setUp();
    const { line, exitCode } = await end('export', ...args);
    assert.match(line, says);
    assert.equal(exitCode, code);
  });
}

test('bad input: a damaged realm is named, and nothing is exported in its place', async () => {
  const { home, end } = await setUp();
  const [folder = ''] = readdirSync(join(home, 'data', 'realms')).filter((name) =>
    readFileSync(join(home, 'data', 'realms', name, 'realm.json'), 'utf8').includes('"shop"'),
  );
  const file = join(home, 'data', 'realms', folder, 'realm.json');
  chmodSync(file, 0o600);
  writeFileSync(file, '{');
  const { line, exitCode } = await end('export', '--file=x.json');
  assert.equal(exitCode, 1);
  assert.match(line, /realm\.json/);
  assert.throws(() => readFileSync(join(home, 'x.json')));
});

test('issue "State in PostgreSQL" 5: export --with-sessions and import give the same state files again', async () => {
  const { home, end } = await setUp();
  const linesOf = (name: string): string[] =>
    readFileSync(join(home, name), 'utf8')
      .split('\n')
      .filter((line) => !/^\{"(format|end)"/.test(line));
  const { line, exitCode } = await end('export', '--dir=out', '--with-sessions');
  assert.equal(exitCode, 0);
  assert.match(line, /Realm 'shop' exported with 5 users and 0 sessions/);
  assert.equal((await end('import', '--dir=out', '--data-dir=other')).exitCode, 0);
  await end('export', '--file=again.jsonl', '--with-sessions', '--data-dir=other');
  const realms = ['master', 'shop', 'bare'].flatMap((name) =>
    linesOf(`out/${name}-state.jsonl`).slice(0, -1),
  );
  assert.deepEqual(linesOf('again.jsonl').slice(0, -1), realms);
  assert.equal(statSync(join(home, 'again.jsonl')).mode & 0o077, 0);
});

test('issue "State in PostgreSQL" 5: an interrupted export writes nothing and says so', async () => {
  const { home, end } = await setUp();
  for (const args of [['--dir=out'], ['--file=out.json'], ['--dir=out', '--with-sessions']]) {
    const launched = launch({
      args: ['--log-level=error', 'export', ...args],
      environment: {},
      workingDirectory: home,
      moduleUrl: import.meta.url,
      runtime: 'test',
      dataHome: home,
      signal: AbortSignal.abort(),
    });
    const { line, exitCode } = await endOf(launched);
    assert.match(line, /^export: interrupted; nothing was written\. Run the command again\./);
    assert.equal(exitCode, 1);
    const left = readdirSync(home).filter((name) => name.startsWith('out.') || name.includes('partial'));
    assert.deepEqual(left, []);
  }
  assert.equal((await end('export', '--dir=out', '--with-sessions')).exitCode, 0);
});

test('bad input: export --with-sessions of a data directory in use is refused', async () => {
  const { run, end } = await setUp();
  const server = await run('start-dev', '--http-port=0', '--log-level=error');
  const { line, exitCode } = await end('export', '--file=one.jsonl', '--with-sessions');
  await server.stop();
  assert.match(line, /^data-dir: .* is in use by process \d+\. Stop that process/);
  assert.equal(exitCode, 1);
});
