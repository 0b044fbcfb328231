import assert from 'node:assert/strict';
import { test } from 'node:test';
import { externalUrl, isConsolePage, isOwnPage } from './app-origin.ts';

test("only pages of the window's own origin are trusted", () => {
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

test('the window shows the console and no other address of its own origin', () => {
  for (const url of ['app://understudy/console/', 'app://understudy/console/#/clients'])
    assert.ok(isConsolePage(url), url);
  for (const url of [
    '',
    'about:blank',
    'app://understudy/',
    'app://understudy/realms/demo',
    'app://understudy/console/assets/x.js',
    'app://understudy/console/?x#/',
    'app://other/console/',
    'blob:app://understudy/0c9d',
  ])
    assert.equal(isConsolePage(url), false, url);
});

test('only http and https URLs without credentials open in the system browser', () => {
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
