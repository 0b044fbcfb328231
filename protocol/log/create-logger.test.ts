import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LogLevel, parseLevelList } from '#protocol/contract/log-levels.ts';
import type { LogRecord } from '#protocol/contract/log-record.ts';
import { createLoggerCore } from './create-logger.ts';

function levels(text: string) {
  const list = parseLevelList(text);
  assert.ok(list);
  return list;
}

function collect(
  levelText: string,
  { level = 'ALL', withLocation = false }: { level?: LogLevel; withLocation?: boolean } = {},
) {
  const records: LogRecord[] = [];
  const core = createLoggerCore(levels(levelText), { now: () => 1000 });
  core.setTargets([{ name: 'list', level, write: (record) => records.push(record) }], withLocation);
  return { core, root: core.root, records };
}

test('service description §2.3: a record carries level, category, message, parameters, error, thread, time and a sequence', () => {
  const { root, records } = collect('info');
  const error = new Error('why');
  root.child('oauth').child('token').error('failed', { realm: 'demo' }, error);
  root.info('second');
  assert.deepEqual(records[0], {
    sequence: 1,
    at: 1000,
    level: 'ERROR',
    category: 'oauth.token',
    message: 'failed',
    parameters: { realm: 'demo' },
    error,
    mdc: {},
    threadName: 'main',
    threadId: 0,
  });
  assert.equal(records[1]?.sequence, 2);
});

test('service description §2.3: a record below the level of its category is not created', () => {
  const { root, records } = collect('warn,oauth:debug');
  root.child('http').info('not this');
  root.child('oauth').child('grants').debug('but this');
  root.child('oauth').child('grants').trace('nor this');
  assert.equal(records.length, 1);
  assert.equal(root.child('http').isEnabled('INFO'), false);
  assert.equal(root.child('oauth').isEnabled('DEBUG'), true);
});

for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const) {
  test(`service description §2.3: with root ${level} exactly the levels down to it are logged`, () => {
    const { root, records } = collect(level);
    const names = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
    for (const name of names) root[name]('x');
    assert.equal(records.length, names.indexOf(level) + 1);
  });
}

test('service description §2.3: ALL logs everything, OFF nothing', () => {
  const all = collect('all');
  all.root.trace('x');
  assert.equal(all.records.length, 1);
  const off = collect('off');
  off.root.fatal('x');
  assert.equal(off.records.length, 0);
});

test('service description §2.3: a target with its own level gets nothing below it, and nothing with OFF', () => {
  const warn = collect('all', { level: 'WARN' });
  warn.root.info('x');
  warn.root.warn('x');
  warn.root.fatal('x');
  assert.deepEqual(
    warn.records.map(({ level }) => level),
    ['WARN', 'FATAL'],
  );
  const off = collect('all', { level: 'OFF' });
  off.root.fatal('x');
  assert.equal(off.records.length, 0);
});

test('console "Settings": changed levels take effect in existing loggers', () => {
  const { core, root, records } = collect('info');
  const logger = root.child('oauth').with(() => ({ realm: 'demo' }));
  logger.debug('not yet');
  core.setLevels(levels('info,oauth:debug'));
  logger.debug('now');
  core.setLevels(levels('off'));
  logger.fatal('no more');
  assert.deepEqual(
    records.map(({ message }) => message),
    ['now'],
  );
});

test('the diagnostic context is computed only when a record is created', () => {
  const { root, records } = collect('info');
  let asked = 0;
  const logger = root.child('http').with(() => ({ asked: String(++asked) }));
  logger.debug('off');
  assert.equal(asked, 0);
  logger.info('on');
  logger.child('refusal').info('on');
  assert.deepEqual(
    records.map(({ mdc }) => mdc),
    [{ asked: '1' }, { asked: '2' }],
  );
});

test('service description §2.3: a record has its source location only if a handler prints it', () => {
  const { root, records } = collect('info', { withLocation: true });
  root.child('http').info('here');
  assert.match(records[0]?.location?.file ?? '', /create-logger\.test\.ts$/);
  assert.ok((records[0]?.location?.line ?? 0) > 1);
  assert.equal('location' in (collect('info').records[0] ?? {}), false);
});

test('a target that throws affects neither the caller nor the other targets', () => {
  const { core, root } = collect('info');
  const seen: string[] = [];
  const bad = {
    name: 'bad',
    level: 'ALL' as const,
    write: () => {
      throw new TypeError('bad');
    },
  };
  core.setTargets([bad, { name: 'good', level: 'ALL', write: ({ message }) => seen.push(message) }], false);
  root.info('x');
  assert.deepEqual(seen, ['x']);
});

test('a logger without category uses "server"', () => {
  const { root, records } = collect('info');
  root.info('hello');
  assert.equal(records[0]?.category, 'server');
});
