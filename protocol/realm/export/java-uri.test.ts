import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJavaUri, isJavaUrl } from './java-uri.ts';

for (const uri of [
  '*',
  '/cb/*',
  'http://localhost:8080/*',
  'http://localhost:*',
  'http://*',
  'https://[::1]:8443/cb?a=[1]#x',
  'https://müller.example/straße',
  'com.example.app:/cb',
  'com.example.app:cb',
  'urn:ietf:wg:oauth:2.0:oob',
  'file:///x',
  'a%20b',
  '',
])
  test(`Keycloak import: ${JSON.stringify(uri)} is a URI`, () => {
    assert.equal(isJavaUri(uri), true);
  });

for (const uri of [
  'http://localhost/a b',
  'http://localhost/{id}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder without a value
  '${ROOT_URL}/cb',
  'http://localhost/a|b',
  'http://localhost/a[1]',
  'http://localhost\\cb',
  'http://local<host>',
  'http://localhost/%zz',
  'myapp://',
  'myapp:',
  '1app://cb',
  ':8080',
  'http://localhost/\u00a0',
])
  test(`Keycloak import: ${JSON.stringify(uri)} is not a URI`, () => {
    assert.equal(isJavaUri(uri), false);
  });

for (const [text, isUrl] of [
  ['https://app.example', true],
  ['FILE:///x', true],
  ['/cb', false],
  ['app.example', false],
  ['myapp://cb', false],
  ['http://a b', false],
] as const)
  test(`Keycloak import: ${text} is ${isUrl ? 'a' : 'no'} URL`, () => {
    assert.equal(isJavaUrl(text), isUrl);
  });
