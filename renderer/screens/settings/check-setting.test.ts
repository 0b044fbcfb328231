import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSetting, isList } from './check-setting.ts';

test('console "Settings": a port is a whole number up to 65,535', () => {
  for (const right of ['0', '8080', ' 65535 ', ''])
    assert.equal(checkSetting({ type: 'port' }, right), undefined, right);
  for (const wrong of ['65536', '-1', '80a', '8.5', '1e3'])
    assert.match(checkSetting({ type: 'port' }, wrong) ?? '', /from 0 to 65,535/, wrong);
});

test('console "Settings": a number is within the range of its option', () => {
  const size = { type: 'integer', range: { minimum: 64, maximum: 65_507 } } as const;
  assert.equal(checkSetting(size, '8192'), undefined);
  assert.match(checkSetting(size, '1') ?? '', /from 64 to 65,507/);
  assert.match(checkSetting(size, '9999999') ?? '', /from 64 to 65,507/);
  assert.match(checkSetting(size, 'many') ?? '', /from 64 to 65,507/);
});

test('service description §2.3: a list of levels is a root level and levels of categories, regardless of case', () => {
  const levels = { type: 'level-list' } as const;
  for (const right of ['info', 'INFO,oauth:debug', 'info,warn', 'a.b:trace'])
    assert.equal(checkSetting(levels, right), undefined, right);
  for (const wrong of ['loud', 'info,', 'info,:debug', 'oauth:loud'])
    assert.match(checkSetting(levels, wrong) ?? '', /root level/, wrong);
});

test('console "Settings": a URL begins with http or https', () => {
  assert.equal(checkSetting({ type: 'url' }, 'https://sso.test:8443'), undefined);
  for (const wrong of ['sso.test', 'ftp://sso.test', 'javascript:alert(1)'])
    assert.match(checkSetting({ type: 'url' }, wrong) ?? '', /https:\/\//, wrong);
});

test('console "Settings": values that the window cannot check are left to the server', () => {
  assert.equal(checkSetting({ type: 'pattern' }, '%q'), undefined);
  assert.equal(checkSetting({ type: 'file' }, '/no/such/folder/x.log'), undefined);
});

test('service description §2.3: a list of handlers has at least one', () => {
  assert.match(checkSetting({ type: 'handler-list' }, '') ?? '', /at least one/);
  assert.equal(checkSetting({ type: 'handler-list' }, 'console,gelf'), undefined);
});

test('console "Settings": lists of choices are selected several at a time, single choices are not', () => {
  assert.equal(isList({ type: 'handler-list' }), true);
  assert.equal(isList({ type: 'choice-list' }), true);
  for (const type of ['choice', 'level', 'level-list', 'text'] as const)
    assert.equal(isList({ type }), false);
});
