import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSetting, unitOf } from './check-setting.ts';

test('console "Settings": a port is a whole number up to 65,535', () => {
  for (const right of ['0', '8080', ' 65535 ', ''])
    assert.equal(checkSetting({ key: 'http-port', type: 'port' }, right), undefined, right);
  for (const wrong of ['65536', '-1', '80a', '8.5', '1e3'])
    assert.match(checkSetting({ key: 'http-port', type: 'port' }, wrong) ?? '', /from 0 to 65,535/, wrong);
});

test('console "Settings": a number keeps within the range of its option', () => {
  const size = { key: 'log-gelf-max-message-size', type: 'integer' } as const;
  assert.equal(checkSetting(size, '8192'), undefined);
  assert.match(checkSetting(size, '1') ?? '', /whole number from/);
  assert.match(checkSetting(size, '9999999') ?? '', /whole number from/);
  assert.match(checkSetting(size, 'many') ?? '', /whole number from/);
});

test('service description §2.3: a list of levels is a root level and levels of categories, in any case', () => {
  const levels = { key: 'log-level', type: 'level-list' } as const;
  for (const right of ['info', 'INFO,oauth:debug', 'info,warn', 'a.b:trace'])
    assert.equal(checkSetting(levels, right), undefined, right);
  for (const wrong of ['loud', 'info,', 'info,:debug', 'oauth:loud'])
    assert.match(checkSetting(levels, wrong) ?? '', /root level/, wrong);
});

test('console "Settings": an address begins with http or https', () => {
  assert.equal(checkSetting({ key: 'hostname', type: 'url' }, 'https://sso.test:8443'), undefined);
  for (const wrong of ['sso.test', 'ftp://sso.test', 'javascript:alert(1)'])
    assert.match(checkSetting({ key: 'hostname', type: 'url' }, wrong) ?? '', /https:\/\//, wrong);
});

test('console "Settings": what the window cannot judge is left to the server', () => {
  assert.equal(checkSetting({ key: 'log-console-format', type: 'pattern' }, '%q'), undefined);
  assert.equal(checkSetting({ key: 'log-file', type: 'file' }, '/no/such/folder/x.log'), undefined);
});

test('console "Settings": a number says what it counts', () => {
  assert.equal(unitOf('log-gelf-max-message-size'), 'bytes');
  assert.equal(unitOf('http-port'), undefined);
});
