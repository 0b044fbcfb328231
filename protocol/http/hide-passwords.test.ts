import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hidePasswords, hidePasswordsInHeaders } from './hide-passwords.ts';

test('of a form the passwords are hidden, and everything else stays byte for byte', () => {
  assert.equal(
    hidePasswords('username=a%20b&password=secret%26more&password-new=x&code=c&Password%2Dconfirm=y'),
    'username=a%20b&password=%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2&password-new=%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2' +
      '&code=c&Password%2Dconfirm=%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2',
  );
  assert.equal(hidePasswords('credentialId=1&value=2'), 'credentialId=1&value=2');
});

test('of JSON every secret is hidden, such as the password in the value of a credential', () => {
  const body = { username: 'alice', credentials: [{ type: 'password', value: 'secret' }], clientSecret: 'x' };
  const hidden = hidePasswords(JSON.stringify(body));
  assert.deepEqual(JSON.parse(hidden), {
    username: 'alice',
    credentials: [{ type: 'password', value: '••••' }],
    clientSecret: '••••',
  });
});

test('a body that is cut off or no JSON may contain anything, so nothing of it is passed on', () => {
  assert.equal(hidePasswords('{"password":"secr'), '');
});

test('XML and bodies without a password stay as they are', () => {
  const xml = '<Envelope><Password/></Envelope>';
  assert.equal(hidePasswords(xml), xml);
  assert.equal(hidePasswords('grant_type=authorization_code&code=x'), 'grant_type=authorization_code&code=x');
  assert.equal(hidePasswords('{"answer":"approve"}'), '{"answer":"approve"}');
});

test('RFC 7617: of basic authentication the scheme stays, of other headers everything', () => {
  const headers = [
    'Authorization',
    'BASIC YTpi',
    'X',
    'Basic y',
    'proxy-authorization',
    'Basic z',
    'Authorization',
    'Bearer t',
  ];
  assert.deepEqual(hidePasswordsInHeaders(headers), [
    'Authorization',
    'Basic ••••',
    'X',
    'Basic y',
    'proxy-authorization',
    'Basic ••••',
    'Authorization',
    'Bearer t',
  ]);
});
