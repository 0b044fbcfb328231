import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveClientUrl } from './client-url.ts';

const SERVER = 'http://127.0.0.1:8080';

for (const [address, rootUrl, expected] of [
  ['https://app.test/x?y=1', undefined, 'https://app.test/x?y=1'],
  ['/x', 'http://app.test/base/', 'http://app.test/base/x'],
  ['/x', undefined, `${SERVER}/x`],
  ['/x', `\${authBaseUrl}`, `${SERVER}/x`],
] as const) {
  test(`the URL "${address}" of a client with root URL ${rootUrl} resolves to ${expected}`, () => {
    assert.equal(resolveClientUrl({ rootUrl }, address, SERVER), expected);
  });
}

for (const address of [undefined, '', '  ', 'javascript:alert(1)', 'file:///etc/passwd', 'x/y', 'http://']) {
  test(`the URL "${address}" does not resolve`, () => {
    assert.equal(resolveClientUrl({ rootUrl: 'http://app.test' }, address, SERVER), undefined);
  });
}
