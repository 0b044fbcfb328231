import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistryServer } from './testing/server.ts';

test('RFC 7617 §2: a password may contain colons', async () => {
  const server = await startRegistryServer();
  assert.equal((await server.request('service=registry', 'alice:alice:password')).status, 200);
  await server.stop();
});

const REASONS: readonly (readonly [what: string, login: string, reason: RegExp, remedy: RegExp])[] = [
  ['an unknown user', 'nobody:x', /no user "nobody"/, /Create the user/],
  ['a wrong password', 'bob:wrong', /not that of user bob/, /Set the password/],
  ['a disabled user', 'dora:dora-password', /dora is disabled/, /enabled of user dora/],
  ['an unfinished account', 'eve:eve-password', /must do UPDATE_PASSWORD/, /requiredActions/],
];

test('Activity shows the reason and the remedy that the response hides', async () => {
  const server = await startRegistryServer();
  for (const [what, login, reason, remedy] of REASONS) {
    const { refusal, text } = await server.request('service=registry', login);
    assert.match(refusal?.reason ?? '', reason, what);
    assert.match(refusal?.remedy ?? '', remedy, what);
    assert.doesNotMatch(text, reason, what);
  }
  await server.stop();
});

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

const UNREADABLE: readonly (readonly [
  what: string,
  headers: Record<string, string>,
  message: RegExp,
  reason: RegExp,
])[] = [
  ['no header at all', {}, /Log in to the registry first/, /no Authorization header/],
  [
    'another scheme',
    { authorization: 'Bearer abc' },
    /Log in to the registry first/,
    /does not use the Basic scheme/,
  ],
  ['nothing after the scheme', { authorization: 'Basic' }, /^Invalid username/, /not the base64/],
  ['text that is not base64', { authorization: 'Basic !!!' }, /^Invalid username/, /not the base64/],
  ['a user name without a colon', { authorization: basic('alice') }, /^Invalid username/, /not the base64/],
];

for (const [what, headers, message, reason] of UNREADABLE) {
  test(`RFC 7617 §2: ${what} is rejected, with its own reason in Activity`, async () => {
    const server = await startRegistryServer();
    const { status, body, refusal } = await server.send('service=registry', { headers });
    assert.equal(status, 401);
    const [error] = body['errors'] as readonly { message: string }[];
    assert.match(error?.message ?? '', message);
    assert.match(refusal?.reason ?? '', reason);
    await server.stop();
  });
}

test('RFC 7617 §2: credentials that are not text, are oversized or have no user name are rejected', async () => {
  const server = await startRegistryServer();
  const odd = [
    Buffer.from([0xe4, 0x3a, 0xff]),
    Buffer.from(':alice:password'),
    Buffer.from('al\0ice:x'),
    Buffer.from('alice\r\nfake:x'),
    Buffer.from(`alice:${'x'.repeat(16_000)}`),
  ];
  for (const bytes of odd) {
    const headers = { authorization: `Basic ${bytes.toString('base64')}` };
    assert.equal((await server.send('service=registry', { headers })).status, 401);
  }
  await server.stop();
});
