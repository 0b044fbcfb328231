import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Finding, Findings } from './findings.ts';

function collect(...found: readonly Finding[]) {
  const findings = new Findings();
  for (const one of found) findings.add(one);
  return findings.list();
}

const inClient = (item: string, value?: string): Finding => ({
  path: ['clients', { item }, 'attributes', 'login_theme'],
  value,
  message: 'One design.',
});

test('import report: a setting in one place has its whole path and its value', () => {
  assert.deepEqual(collect(inClient('web', 'acme')), [
    { path: 'clients[web].attributes.login_theme', value: 'acme', message: 'One design.' },
  ]);
});

test('import report: the same setting in several places is one line in the position of the first', () => {
  const other: Finding = { path: ['organizationsEnabled'], value: 'true', message: 'None.' };
  const [first, second, ...more] = collect(inClient('web', 'acme'), other, inClient('api', 'acme'));
  assert.deepEqual(more, []);
  assert.deepEqual(first, {
    path: 'clients[*].attributes.login_theme',
    value: 'acme',
    count: 2,
    names: ['web', 'api'],
    message: 'One design.',
  });
  assert.equal(second?.path, 'organizationsEnabled');
});

test('import report: different values are not shown on one line, and kinds have a line each', () => {
  const [line, ...none] = collect(inClient('web', 'acme'), inClient('api', 'other'));
  assert.deepEqual(none, []);
  assert.equal(line !== undefined && 'value' in line, false);
  const kinds = collect(
    { ...inClient('web', 'acme'), apart: true },
    { ...inClient('api', 'other'), apart: true },
  );
  assert.deepEqual(
    kinds.map(({ path, value }) => [path, value]),
    [
      ['clients[web].attributes.login_theme', 'acme'],
      ['clients[api].attributes.login_theme', 'other'],
    ],
  );
});

test('import report: the same path with another message is another line', () => {
  assert.equal(collect(inClient('web'), { ...inClient('web'), message: 'Not valid.' }).length, 2);
});

test('import report: an item inside an item is named by both', () => {
  const path = (mapper: string) => ['clients', { item: 'web' }, 'protocolMappers', { item: mapper }];
  const found = ['one', 'two'].map((name) => ({ path: path(name), value: undefined, message: 'None.' }));
  assert.deepEqual(
    collect(...found).map((line) => [line.path, line.names]),
    [['clients[*].protocolMappers[*]', ['web: one', 'web: two']]],
  );
});

test('import report: of a thousand places, all are counted and some are named', () => {
  const [line] = collect(...Array.from({ length: 1000 }, (_, index) => inClient(`client-${index}`)));
  assert.equal(line?.count, 1000);
  assert.equal(line?.names?.length, 20);
});
