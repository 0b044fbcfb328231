import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OPTION_ROWS, type OptionKey } from '#protocol/contract/options.ts';
import type { OptionSource } from '#protocol/errors/option-error.ts';
import type { LogOptions } from './log-control.ts';
import { makeLogValues } from './testing/handler.ts';
import { createTestLog } from './testing/log.ts';

const FORMAT = { 'log-console-format': '%p [%c] %s%n', 'log-file-format': '%s%n' };

function options(flags: Record<string, string> = {}): LogOptions {
  const source = (key: string): OptionSource => ({ origin: key in flags ? 'command line' : 'default' });
  const sources = Object.fromEntries(OPTION_ROWS.map(({ key }) => [key, source(key)])) as Record<
    OptionKey,
    OptionSource
  >;
  return { values: makeLogValues({ ...FORMAT, ...flags }), sources };
}

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'understudy-log-'));
}

test('service description §2.3: the console is the default handler, INFO the default level', async () => {
  const log = createTestLog();
  const control = log.open(options());
  control.root.child('http').info('shown');
  control.root.child('http').debug('not shown');
  await control.close();
  assert.equal(log.output.replaceAll('\r', ''), 'INFO [http] shown\n');
});

test('service description §2.3: a handler that is not listed gets nothing', async () => {
  const log = createTestLog();
  const path = join(folder(), 'a.log');
  const control = log.open(options({ log: 'file', 'log-file': path }));
  control.root.info('to the file');
  await control.close();
  assert.equal(log.output, '');
  assert.equal(readFileSync(path, 'utf8').trim(), 'to the file');
});

test('service description §2.3: one record reaches every handler that is listed, each at its own level', async () => {
  const log = createTestLog();
  const path = join(folder(), 'a.log');
  const flags = { log: 'console,file', 'log-file': path, 'log-console-level': 'warn', 'log-level': 'debug' };
  const control = log.open(options(flags));
  control.root.debug('d');
  control.root.warn('w');
  control.root.trace('below the root level');
  await control.close();
  assert.match(log.output, /^WARN \[server\] w\r?\n$/);
  assert.equal(readFileSync(path, 'utf8').replaceAll('\r', ''), 'd\nw\n');
});

test('service description §2.3: options of a handler that is not listed have no effect, and one INFO says so', async () => {
  const log = createTestLog();
  const path = join(folder(), 'a.log');
  const control = log.open(options({ 'log-file': path, 'log-file-level': 'warn' }));
  await control.close();
  assert.equal(existsSync(path), false);
  const warnings = log.records.filter(({ message }) => /have no effect/.test(message));
  assert.deepEqual(
    warnings.map(({ level, parameters }) => [level, parameters['options']]),
    [['INFO', 'log-file,log-file-level']],
  );
});

for (const [listed, others] of [
  ['console', ['file', 'gelf']],
  ['file', ['console', 'gelf']],
  ['gelf', ['console', 'file']],
] as const) {
  test(`service description §2.3: the options of a handler are those that start with its name (--log=${listed})`, async () => {
    const log = createTestLog();
    const given = options({ log: listed, 'log-file': join(folder(), 'a.log') });
    const set: OptionSource = { origin: 'command line' };
    const sources = Object.fromEntries(OPTION_ROWS.map(({ key }) => [key, set])) as LogOptions['sources'];
    await log.open({ values: given.values, sources }).close();
    const own = OPTION_ROWS.map(({ key }) => key as string).filter((key) =>
      others.some((name) => key === `log-${name}` || key.startsWith(`log-${name}-`)),
    );
    const [warning] = log.records.filter(({ message }) => /have no effect/.test(message));
    assert.equal(warning?.parameters['options'], own.join(','));
  });
}

for (const handlers of ['file', 'console,file']) {
  test(`service description §7: --log=${handlers} with a folder that is not writable causes one ERROR, and logging continues`, async () => {
    const log = createTestLog();
    const blocked = join(folder(), 'blocked');
    writeFileSync(blocked, '');
    const control = log.open(options({ log: handlers, 'log-file': join(blocked, 'a.log') }));
    control.root.info('goes on');
    await control.close();
    const errors = log.records.filter(({ level }) => level === 'ERROR');
    assert.deepEqual(
      errors.map(({ category }) => category),
      ['log.file'],
    );
    assert.equal(log.errors.includes('cannot be opened'), handlers === 'file');
    assert.equal(log.output.includes('ERROR [log.file]'), handlers !== 'file');
    assert.equal(existsSync(join(blocked, 'a.log')), false);
  });
}

test('console "Logs": the tail has everything that passes the levels, whichever handlers are active', async () => {
  const log = createTestLog();
  const control = log.open(options({ 'log-console-level': 'off' }));
  control.root.info('kept');
  control.root.debug('not kept');
  await control.close();
  assert.deepEqual(
    control.tail.records().map(({ message }) => message),
    ['kept'],
  );
  assert.equal(log.output, '');
});

test('console "Settings": a change of level, format and handlers takes effect immediately in existing loggers, and loses nothing', async () => {
  const log = createTestLog();
  const path = join(folder(), 'a.log');
  const control = log.open(options());
  const logger = control.root.child('oauth');
  logger.info('1');
  await control.reconfigure(options({ 'log-console-format': '<%s>%n' }));
  logger.info('2');
  await control.reconfigure(options({ log: 'file', 'log-file': path, 'log-level': 'oauth:debug' }));
  logger.debug('3');
  await control.reconfigure(options());
  logger.debug('not any more');
  await control.close();
  assert.equal(log.output.replaceAll('\r', ''), 'INFO [oauth] 1\n<2>\n');
  assert.equal(readFileSync(path, 'utf8').trim(), '3');
});

test('console "Settings": a handler with unchanged options is not reopened', async () => {
  const log = createTestLog();
  const path = join(folder(), 'a.log');
  const flags = { log: 'console,file', 'log-file': path };
  const control = log.open(options(flags));
  control.root.info('1');
  await control.reconfigure(options({ ...flags, 'log-console-color': 'true', 'log-level': 'warn' }));
  control.root.warn('2');
  await control.close();
  assert.equal(readFileSync(path, 'utf8').replaceAll('\r', ''), '1\n2\n');
});

test('after close records still reach the tail, but no handler', async () => {
  const log = createTestLog();
  const control = log.open(options());
  await control.close();
  control.root.info('late');
  assert.equal(log.output, '');
  assert.equal(control.tail.records().at(-1)?.message, 'late');
});
