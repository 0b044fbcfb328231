import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SettingsChanged } from '#protocol/contract/settings.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { parseConfFile } from './conf-file.ts';
import { type ResolvedOptions, resolveOptions } from './resolve-options.ts';
import { createSettings } from './settings.ts';

interface SetUp {
  /** Content of the file at the start; absent: no file. */
  readonly conf?: string;
  readonly flags?: Record<string, string>;
  readonly check?: (options: ResolvedOptions) => void;
  readonly apply?: (options: ResolvedOptions) => Promise<void>;
}

function setUp({ conf, flags = {}, check = () => undefined, apply = () => Promise.resolve() }: SetUp = {}) {
  const home = mkdtempSync(join(tmpdir(), 'understudy-settings-'));
  const file = join(home, 'conf', 'understudy.conf');
  mkdirSync(join(home, 'conf'));
  if (conf !== undefined) writeFileSync(file, conf);
  const sources = {
    commandLine: new Map(Object.entries(flags)),
    environment: {},
    home,
    workingDirectory: home,
  };
  const applied: ResolvedOptions[] = [];
  const settings = createSettings({
    sources,
    started: resolveOptions(sources),
    check,
    apply: (options) => {
      applied.push(options);
      return apply(options);
    },
  });
  return { settings, file, home, applied, text: () => readFileSync(file, 'utf8') };
}

function faultsOf(changed: SettingsChanged): readonly string[] {
  assert.equal(changed.outcome, 'refused');
  return changed.outcome === 'refused' ? changed.faults.map(({ key, problem }) => `${key}: ${problem}`) : [];
}

test('service description §2.3: a change is saved, and is pending if it requires a restart', async () => {
  const { settings, text } = setUp({ conf: '# mine\nhttp-port=8081\n\nfuture-key=1\n' });
  const changed = await settings.change({ changes: { 'http-port': '8082', 'https-port': '0' } });
  assert.equal(changed.outcome, 'saved');
  assert.equal(text(), '# mine\nhttp-port=8082\n\nfuture-key=1\nhttps-port=0\n');
  assert.deepEqual(changed.outcome === 'saved' && changed.settings, settings.describe());
  const setting = settings.describe().settings.find(({ key }) => key === 'http-port');
  assert.deepEqual([setting?.value, setting?.pending], ['8081', '8082']);
  await settings.change({ changes: { 'http-port': '8081' } });
  assert.equal(settings.describe().settings.find(({ key }) => key === 'http-port')?.pending, undefined);
});

test('service description §2.3: with one invalid value, nothing is written or applied', async () => {
  const { settings, text, applied } = setUp({ conf: 'http-port=1\n' });
  const changed = await settings.change({ changes: { 'http-port': '2', 'https-port': 'a', none: '1' } });
  assert.deepEqual(faultsOf(changed), ['https-port: "a" cannot be used', 'none: unknown option']);
  assert.equal(text(), 'http-port=1\n');
  assert.deepEqual(applied, []);
});

test('service description §2.3: a secret is written to the file and never shown', async () => {
  const { settings, text } = setUp();
  const changed = await settings.change({ changes: { 'bootstrap-admin-password': 'hidden-password' } });
  assert.equal(changed.outcome, 'saved');
  assert.doesNotMatch(JSON.stringify(changed), /hidden-password/);
  assert.equal(text(), 'bootstrap-admin-password=hidden-password\n');
});

test('service description §2.3: a change that would prevent a start is rejected', async () => {
  const check = ({ values }: ResolvedOptions): void => {
    if (values['https-port'] !== undefined)
      throw new OptionError('https-port', 'has no certificate', 'Set one, too.');
  };
  const { settings, file } = setUp({ check });
  const changed = await settings.change({ changes: { 'https-port': '0' } });
  assert.deepEqual(faultsOf(changed), ['https-port: has no certificate']);
  assert.equal(existsSync(file), false);
});

test('service description §2.3: an error already in the file blocks a change and is reported with its line', async () => {
  const { settings, file, text } = setUp({ conf: 'http-port=1\n' });
  writeFileSync(file, 'http-port=abc\n');
  assert.match(
    faultsOf(await settings.change({ changes: { features: 'docker' } })).join(),
    /^http-port: "abc" cannot be used \(.*understudy\.conf:1\)$/,
  );
  assert.equal((await settings.change({ changes: { 'http-port': '2' } })).outcome, 'saved');
  assert.equal(text(), 'http-port=2\n');
});

test('service description §2.3: an option set on the command line is rejected, and the file stays unchanged', async () => {
  const { settings, text } = setUp({ conf: 'http-port=1\n', flags: { 'http-port': '2' } });
  assert.match(
    faultsOf(await settings.change({ changes: { 'http-port': '3', features: 'docker' } })).join(),
    /^http-port: cannot be changed here\. It is set on the command line \(--http-port\)(?!\.)/,
  );
  assert.equal(text(), 'http-port=1\n');
});

test('RFC 9110 §13.1.1: a file that has changed since it was read is not written', async () => {
  const { settings, file, text } = setUp({ conf: 'http-port=1\n' });
  const { etag } = settings.describe();
  writeFileSync(file, 'http-port=2\n');
  const stale = await settings.change({ changes: { features: 'docker' }, etag });
  assert.deepEqual(stale, { outcome: 'stale', file });
  assert.equal(text(), 'http-port=2\n');
  const fresh = { changes: { features: 'docker' }, etag: settings.describe().etag };
  assert.equal((await settings.change(fresh)).outcome, 'saved');
  assert.equal((await settings.change(fresh)).outcome, 'stale');
});

test('RFC 9110 §13.1.1: of two changes based on the same state, one wins', async () => {
  const { settings, text } = setUp({ conf: '' });
  const { etag } = settings.describe();
  const ended = await Promise.all(
    ['1', '2'].map((port) => settings.change({ changes: { 'http-port': port }, etag })),
  );
  assert.deepEqual(
    ended.map(({ outcome }) => outcome),
    ['saved', 'stale'],
  );
  assert.equal(text(), 'http-port=1\n');
});

test('service description §2.3: concurrent changes are all saved', async () => {
  const { settings, text } = setUp({ conf: '' });
  const changes = { 'http-port': '1', 'https-port': '2', features: 'docker' };
  await Promise.all(
    Object.entries(changes).map(([key, value]) => settings.change({ changes: { [key]: value } })),
  );
  assert.equal(text(), 'http-port=1\nhttps-port=2\nfeatures=docker\n');
});

test('service description §2.3: a read-only file, or a folder in its place, blocks the change with its path', async () => {
  const { settings, file, applied } = setUp({ conf: 'http-port=1\n' });
  chmodSync(file, 0o444);
  const blocked = await settings.change({ changes: { features: 'docker' } });
  assert.equal(blocked.outcome === 'blocked' && blocked.fault.problem, `${file} cannot be written (EACCES)`);
  assert.equal(settings.describe().settings.find(({ key }) => key === 'features')?.pending, undefined);
  const other = setUp();
  mkdirSync(other.file);
  const noFile = await other.settings.change({ changes: { features: 'docker' } });
  assert.equal(noFile.outcome === 'blocked' && noFile.fault.problem, `${other.file} cannot be read (EISDIR)`);
  assert.match(other.settings.describe().warnings.join(), /cannot be read \(EISDIR\)/);
  assert.deepEqual([...applied, ...other.applied], []);
});

test('service description §2.3: options that cannot be applied are removed from the file again', async () => {
  const apply = () => Promise.reject(new OptionError('log-level', 'does not open', 'Give another.'));
  const { settings, text } = setUp({ conf: '#x\n', apply });
  assert.deepEqual(faultsOf(await settings.change({ changes: { 'log-level': 'warn' } })), [
    'log-level: does not open',
  ]);
  assert.equal(text(), '#x\n');
  const missing = setUp({ apply: () => Promise.reject(new Error('a defect')) });
  await assert.rejects(missing.settings.change({ changes: { 'log-level': 'warn' } }), /a defect/);
  assert.equal(existsSync(missing.file), false);
});

test('service description §2.3: a change that requires a restart does not affect options that apply at once', async () => {
  const { settings, applied } = setUp();
  await settings.change({ changes: { 'http-port': '9', 'https-port': '10' } });
  assert.equal(applied[0]?.values['http-port'], 8080);
  assert.equal(applied[0]?.values['https-port'], undefined);
});

test('service description §2.3: logging options apply at once and are never pending', async () => {
  const { settings, applied, text } = setUp({ conf: '#log-level=info\n' });
  const changes = {
    'log-level': 'debug,oauth:trace',
    'log-console-format': '%p [%c{3.}] %s%e%n',
    'http-port': '9',
  };
  const changed = await settings.change({ changes });
  assert.equal(changed.outcome, 'saved');
  assert.deepEqual(
    [
      applied[0]?.values['log-level'],
      applied[0]?.values['log-console-format'],
      applied[0]?.values['http-port'],
    ],
    ['debug,oauth:trace', '%p [%c{3.}] %s%e%n', 8080],
  );
  const pending = settings.describe().settings.filter((setting) => setting.pending !== undefined);
  assert.deepEqual(
    pending.map(({ key }) => key),
    ['http-port'],
  );
  assert.equal(
    text(),
    '#log-level=info\nlog-level=debug,oauth:trace\nhttp-port=9\nlog-console-format=%p [%c{3.}] %s%e%n\n',
  );
});

test('service description §2.3: the log file stays in the data directory in use', async () => {
  const { settings, applied, file: conf } = setUp();
  writeFileSync(conf, 'data-dir=other\n');
  await settings.change({ changes: { log: 'file' } });
  assert.match(applied[0]?.values['log-file'] ?? '', /data[\\/]log[\\/]understudy\.log$/);
  const file = settings.describe().settings.find(({ key }) => key === 'log-file');
  assert.deepEqual([file?.pending, file?.absolutePath], [undefined, applied[0]?.values['log-file']]);
});

test('service description §2.3: a log file outside the data and log folders is never written, whatever else changes', async () => {
  const { settings, text, applied, home } = setUp({ conf: '' });
  const victim = join(home, '.bashrc');
  writeFileSync(victim, '');
  const changes = { log: 'console,file', 'log-file': victim, 'log-file-format': 'touch pwned # %s%n' };
  const changed = await settings.change({ changes });
  assert.match(faultsOf(changed).join(), /^log-file: .*\.bashrc is outside the data and log folders$/);
  assert.deepEqual([text(), applied, readFileSync(victim, 'utf8')], ['', [], '']);
});

test('service description §2.3: a log file in the data directory is written as an absolute path, so that the next start uses the same file', async () => {
  const { settings, text, applied, home } = setUp({ conf: '' });
  const changed = await settings.change({ changes: { 'log-file': 'data/log/x.log' } });
  assert.equal(changed.outcome, 'saved');
  assert.equal(text(), `log-file=${join(home, 'data', 'log', 'x.log')}\n`);
  assert.equal(applied[0]?.values['log-file'], join(home, 'data', 'log', 'x.log'));
  assert.equal((await settings.change({ changes: { 'log-file': null } })).outcome, 'saved');
  assert.equal(text(), '');
});

test('service description §2.3: any change is either saved, or rejected with the file unchanged', async () => {
  const { settings, text } = setUp({ conf: '# mine\nhttp-port=1\nlog-level=warn\n' });
  const others = (changes: object) =>
    [...parseConfFile(text(), '').entries]
      .filter(([name]) => !Object.hasOwn(changes, name))
      .map(([name, { text: value }]) => [name, value]);
  const key = fc.oneof(
    fc.constantFrom(...settings.describe().settings.map((setting) => setting.key)),
    fc.string(),
  );
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('0', 'true', 'info', 'a.test', '%s%n', 'file'),
    fc
      .constantFrom('\n', '\r', '\v', '\f', '\0', '\u0085', '\u2028')
      .map((end) => `a${end}http-host=0.0.0.0`),
    fc.constantFrom('#', '$', '\\').map((first) => `${first}{HOME}=1`),
    fc.constant(null),
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(key, value, { maxKeys: 3 }), async (changes) => {
      const before = text();
      const untouched = others(changes);
      const { outcome } = await settings.change({ changes });
      assert.ok(outcome === 'saved' || (outcome === 'refused' && text() === before), outcome);
      assert.deepEqual(settings.describe().warnings, []);
      assert.match(text(), /^# mine\n/);
      assert.deepEqual(others(changes), untouched);
    }),
  );
});
