import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCallback } from './choose-callback.ts';

const FREE = { path: '/callback' };
const FIXED = { path: '/api/auth/callback/keycloak', isFixed: true };

for (const [what, registered, callback, redirectUri, isRegistered] of [
  [
    'an exact URI is taken as it is',
    ['http://localhost:4000/done'],
    FREE,
    'http://localhost:4000/done',
    true,
  ],
  [
    'a wildcard leaves the path to the guide',
    ['http://localhost:4000/*'],
    FREE,
    'http://localhost:4000/callback',
    true,
  ],
  [
    'a wildcard below a path keeps it',
    ['http://localhost:4000/app/*'],
    FREE,
    'http://localhost:4000/app/callback',
    true,
  ],
  [
    'RFC 8252 §7.3: without a port, every port fits',
    ['http://127.0.0.1/*'],
    FREE,
    'http://127.0.0.1:3000/callback',
    true,
  ],
  [
    'an exact URI comes before a wildcard',
    ['http://localhost:1/*', 'http://localhost:2/cb'],
    FREE,
    'http://localhost:2/cb',
    true,
  ],
  [
    'localhost comes before an address',
    ['http://127.0.0.1/*', 'http://localhost/*'],
    FREE,
    'http://localhost:3000/callback',
    true,
  ],
  [
    'a fixed path under a wildcard fits',
    ['http://localhost:4000/*'],
    FIXED,
    `http://localhost:4000${FIXED.path}`,
    true,
  ],
  ['* alone accepts the default', ['*'], FIXED, `http://localhost:3000${FIXED.path}`, true],
  [
    'a fixed path does not fit another one',
    ['http://localhost:4000/done'],
    FIXED,
    `http://localhost:4000${FIXED.path}`,
    false,
  ],
  [
    'a fixed path does not fit below another one',
    ['http://localhost:4000/app/*'],
    FIXED,
    `http://localhost:4000${FIXED.path}`,
    false,
  ],
  [
    'another machine fits nothing',
    ['https://app.example.com/*'],
    FREE,
    'http://localhost:3000/callback',
    false,
  ],
  [
    'HTTPS on this machine fits nothing',
    ['https://localhost:3000/*'],
    FREE,
    'http://localhost:3000/callback',
    false,
  ],
  [
    'the page itself does not receive responses',
    ['http://localhost:3000/'],
    FREE,
    'http://localhost:3000/callback',
    false,
  ],
  [
    'the page receives them in the browser',
    ['http://localhost:3000/'],
    { path: '/' },
    'http://localhost:3000/',
    true,
  ],
  [
    'a URI with a query fits nothing',
    ['http://localhost:3000/cb?x=1'],
    FREE,
    'http://localhost:3000/callback',
    false,
  ],
  [
    'a scheme of an app fits nothing',
    ['com.example.app:/callback'],
    FREE,
    'http://localhost:3000/callback',
    false,
  ],
  [
    'an IPv6 address fits nothing, because programs write it in different ways',
    ['http://[::1]:3000/*'],
    FREE,
    'http://localhost:3000/callback',
    false,
  ],
  ['no URIs', [], FREE, 'http://localhost:3000/callback', false],
  ['what is no URL is ignored', ['+', 'callback'], FREE, 'http://localhost:3000/callback', false],
] as const) {
  test(`guides: ${what}`, () => {
    assert.deepEqual(chooseCallback(registered, callback), { redirectUri, isRegistered });
  });
}
