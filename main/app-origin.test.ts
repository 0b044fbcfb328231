import assert from 'node:assert/strict';
import { test } from 'node:test';
import { externalUrl, isOwnPage } from './app-origin.ts';

test("only pages of the window's own origin count as its own", () => {
  assert.ok(isOwnPage('app://understudy/index.html#/activity'));
  for (const url of [
    undefined,
    '',
    'app://understudy.evil/index.html',
    'http://understudy/',
    'app://other/',
    'file:///etc/passwd',
  ]) {
    assert.equal(isOwnPage(url), false, String(url));
  }
});

test('only http and https addresses without credentials go to the system browser', () => {
  assert.equal(externalUrl('http://127.0.0.1:3000'), 'http://127.0.0.1:3000/');
  for (const url of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'app://understudy/',
    'http://a:b@c/',
    'smb://x',
    'nonsense',
  ]) {
    assert.equal(externalUrl(url), undefined, url);
  }
});
