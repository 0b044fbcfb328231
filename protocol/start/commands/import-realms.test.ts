import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeStartFailure, launch } from '#protocol/launch.ts';

function setUp() {
  const home = mkdtempSync(join(tmpdir(), 'understudy-import-test-'));
  const run = (...args: string[]) =>
    launch({
      args: ['--log-level=error', ...args],
      environment: { NAME: 'filled' },
      workingDirectory: home,
      moduleUrl: import.meta.url,
      runtime: 'test',
      dataHome: home,
    });
  const end = async (...args: string[]) =>
    describeStartFailure(
      await run(...args).then(
        () => assert.fail('a server started'),
        (error: unknown) => error,
      ),
    );
  const write = (name: string, content: unknown): string => {
    writeFileSync(join(home, name), typeof content === 'string' ? content : JSON.stringify(content));
    return name;
  };
  return { home, end, run, write };
}

test('Keycloak import: an existing realm is replaced, unless --override=false', async () => {
  const { end, run, write } = setUp();
  await end('import', '--file', write('a.json', { realm: 'shop', users: [{ username: 'old' }] }));
  const newer = write('b.json', { realm: 'shop', displayName: 'New', users: [{ username: 'new' }] });
  assert.equal((await end('import', `--file=${newer}`, '--override=false')).exitCode, 0);
  const usernames = async (): Promise<readonly string[]> => {
    const server = await run('start-dev', '--http-port=0');
    const headers = { authorization: `Bearer ${await server.administratorToken()}` };
    const users = await fetch(`${server.url}/admin/realms/shop/users`, { headers });
    const listed = (await users.json()) as { username: string }[];
    await server.stop();
    return listed.map(({ username }) => username);
  };
  assert.deepEqual(await usernames(), ['old']);
  assert.equal((await end('import', `--file=${newer}`)).exitCode, 0);
  assert.deepEqual(await usernames(), ['new']);
});

test('bad input: a realm that cannot take the place of the existing one leaves it unchanged, with its users', async () => {
  const { home, end, write } = setUp();
  const shop = { realm: 'shop', displayName: 'Old', users: [{ username: 'old' }] };
  await end('import', '--file', write('a.json', [shop, { id: 'taken', realm: 'other' }]));
  const { line, exitCode } = await end('import', '--file', write('b.json', { id: 'taken', realm: 'shop' }));
  assert.match(line, /^import-realm: .*b\.json:1: id "taken" is the id of realm other\. Give each realm/);
  assert.equal(exitCode, 1);
  await end('export', '--file=now.json', '--realm=shop', '--users=same_file');
  const exported = JSON.parse(readFileSync(join(home, 'now.json'), 'utf8')) as typeof shop;
  assert.equal(exported.displayName, 'Old');
  assert.deepEqual(
    exported.users.map(({ username }) => username),
    ['old'],
  );
});

test('Keycloak import: a replaced master realm manages the other realms and has the administrator', async () => {
  const { end, run, write } = setUp();
  await end('import', '--file', write('a.json', { realm: 'shop' }));
  const master = write('m.json', { realm: 'master', displayName: 'Ours' });
  assert.equal((await end('import', `--file=${master}`)).exitCode, 0);
  const server = await run('start-dev', '--http-port=0');
  const headers = { authorization: `Bearer ${await server.administratorToken()}` };
  const shop = await fetch(`${server.url}/admin/realms/shop`, { headers });
  const own = await fetch(`${server.url}/admin/realms/master`, { headers });
  await server.stop();
  assert.equal(shop.status, 200);
  assert.equal(((await own.json()) as { displayName: string }).displayName, 'Ours');
});

for (const name of ['shop', 'master'])
  test(`bad input: an import of realm ${name} fails while it is out of service; others are imported`, async () => {
    const { home, end, write } = setUp();
    await end('import', '--file', write('a.json', [{ realm: 'shop' }, { realm: 'master' }]));
    const damaged = readdirSync(join(home, 'data/realms'))
      .map((folder) => join(home, 'data/realms', folder, 'realm.json'))
      .find((path) => readFileSync(path, 'utf8').includes(`"realm":"${name}"`));
    const text = readFileSync(damaged ?? '', 'utf8').slice(0, -9);
    writeFileSync(damaged ?? '', text);
    const { line, exitCode } = await end(
      'import',
      '--file',
      write('b.json', [{ realm: name }, { realm: 'other' }]),
    );
    assert.equal(
      line,
      `import: ${name}: not imported, because the realm is out of service. Repair the file that the log names or restore it from a copy, then run the command again.`,
    );
    assert.equal(exitCode, 1);
    assert.equal(readFileSync(damaged ?? '', 'utf8'), text);
    assert.equal((await end('export', '--file=other.json', '--realm=other')).exitCode, 0);
  });

test('bad input: of several files all faults are reported with file, line and remedy, and no realm is replaced', async () => {
  const { home, end, write } = setUp();
  await end('import', '--file', write('old.json', { realm: 'shop', displayName: 'Old' }));
  write('1.json', { realm: 'shop', displayName: 'New' });
  write('2.json', '{\n  "realm": "two",\n  "clients": [\n    { "name": "none" }\n  ]\n}');
  write('3.json', '{ "realm": }');
  const { line, exitCode } = await end('import', `--dir=${home}`);
  assert.equal(exitCode, 1);
  assert.match(line, /2 realm files cannot be imported/);
  assert.match(line, /2\.json:4: clients\[0\]\.clientId .*\. \S/);
  assert.match(line, /3\.json: not JSON at line 1, column 12/);
  const { line: exported } = await end('export', '--file=now.json', '--realm=shop');
  assert.match(exported, /Realm 'shop' exported/);
});

for (const [args, says, code] of [
  [[], /Give either --file=FILE or --dir=FOLDER/, 2],
  [['--file=none.json'], /import-realm: .*none\.json cannot be read \(ENOENT\)/, 1],
  [['--file=a.json', '--override=maybe'], /--override: "maybe" cannot be used/, 2],
] as const) {
  test(`bad input: import ${args.join(' ')} is refused, exit code ${code}`, async () => {
    const { line, exitCode } = await setUp().end('import', ...args);
    assert.match(line, says);
    assert.equal(exitCode, code);
  });
}

test('bad input: while a server uses the data directory, nothing is imported', async () => {
  const { end, run, write } = setUp();
  const server = await run('start-dev', '--http-port=0');
  const { line, exitCode } = await end('import', '--file', write('a.json', { realm: 'shop' }));
  await server.stop();
  assert.match(line, /^data-dir: /);
  assert.equal(exitCode, 1);
});

test('issue "State in PostgreSQL" 5: a realm file that was edited beside its state file is refused, and imported without it', async () => {
  const { home, end, write } = setUp();
  await end('import', '--file', write('a.json', { realm: 'shop', displayName: 'Old' }));
  await end('export', '--dir=out', '--with-sessions');
  write('out/shop-realm.json', { realm: 'shop', displayName: 'Edited' });
  const { line, exitCode } = await end('import', '--dir=out');
  assert.match(
    line,
    /^import-realm: .*shop-state\.jsonl: shop-realm\.json was changed after the export\. To import the realm as it is/,
  );
  assert.equal(exitCode, 1);
  rmSync(join(home, 'out', 'shop-state.jsonl'));
  assert.equal((await end('import', '--dir=out')).exitCode, 0);
  await end('export', '--file=now.json', '--realm=shop');
  assert.match(readFileSync(join(home, 'now.json'), 'utf8'), /"displayName": "Edited"/);
});

test('issue "State in PostgreSQL" 5: a truncated state file is refused, and no realm of the folder is imported', async () => {
  const { home, end, write } = setUp();
  await end('import', '--file', write('a.json', [{ realm: 'shop' }, { realm: 'bare' }]));
  await end('export', '--dir=out', '--with-sessions');
  const path = join(home, 'out', 'shop-state.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -300));
  const { line, exitCode } = await end('import', '--dir=out', '--data-dir=other');
  assert.match(line, /shop-state\.jsonl:\d+: the file ends too early in realm shop\. Copy the file again/);
  assert.equal(exitCode, 1);
  const { line: exported } = await end('export', '--file=x.json', '--data-dir=other');
  assert.match(exported, /^data-dir: .*other cannot be read \(ENOENT\)/);
});

test('issue "State in PostgreSQL" 5: --override=false leaves an existing realm, and --realm moves a single one', async () => {
  const { home, end, write } = setUp();
  await end('import', '--file', write('a.json', { realm: 'shop', displayName: 'First' }));
  await end('export', '--file=shop.jsonl', '--realm=shop', '--with-sessions');
  await end('import', '--file', write('b.json', { realm: 'shop', displayName: 'Second' }));
  const shown = async (): Promise<string> => {
    await end('export', '--file=now.json', '--realm=shop');
    return /"displayName": "(\w+)"/.exec(readFileSync(join(home, 'now.json'), 'utf8'))?.[1] ?? '';
  };
  assert.equal((await end('import', '--file=shop.jsonl', '--override=false')).exitCode, 0);
  assert.equal(await shown(), 'Second');
  assert.equal((await end('import', '--file=shop.jsonl')).exitCode, 0);
  assert.equal(await shown(), 'First');
});
