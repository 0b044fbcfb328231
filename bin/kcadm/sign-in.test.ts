import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readArguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import { createHttpClient } from './http-client.ts';
import type { OptionKey } from './options.ts';
import type { Session } from './session.ts';
import { signIn } from './sign-in.ts';
import { createTestHost } from './testing/host.ts';
import { startPeer } from './testing/peer.ts';

const peer = await startPeer();
after(() => peer.stop());
const TOKEN = 'POST /realms/demo/protocol/openid-connect/token';
const http = createHttpClient(() => ({ insecure: false }));
const OPTIONS: readonly OptionKey[] = [
  'user',
  'password',
  'client',
  'secret',
  'keystore',
  'storepass',
  'alias',
];

async function login(
  line: string,
  environment: Record<string, string> = {},
): Promise<{ session: Session; err: string; form: string }> {
  const args = readArguments(line.split(' ').filter(Boolean), {
    options: OPTIONS,
    takesPositional: false,
    words: 1,
  });
  const host = createTestHost({ environment });
  peer.answer({ [TOKEN]: { status: 200, body: { access_token: 't' } } });
  const session = await signIn(host, http, args, { server: peer.url, realm: 'demo' });
  return { session, err: host.err(), form: peer.requests[0]?.body ?? '' };
}

for (const [line, message] of [
  ['--keystore k.jks', /^Unsupported option: --keystore\. .*Sign in with --client and --secret/],
  ['--alias a --user u', /^Unsupported option: --keystore/],
  ['--keystore k.jks --secret s', /^Can't use both --keystore and --secret$/],
] as const) {
  test(`bad input: ${line} is refused before anything is sent`, async () => {
    await assert.rejects(login(line), (error) => error instanceof UsageError && message.test(error.message));
    assert.deepEqual(peer.lines(), []);
  });
}

for (const [line, kind] of [
  ['--user admin', 'password'],
  ['--client c', 'client secret'],
  ['--user admin --password p --secret -', 'client secret'],
] as const) {
  test(`Keycloak: "${line}" without a terminal lacks the ${kind}`, async () => {
    await assert.rejects(
      login(line),
      (error) =>
        error instanceof CommandError &&
        error.message.startsWith(`Console is not active, but ${kind} is required`),
    );
  });
}

test('Keycloak: a user signs in with admin-cli, and the password comes from the option before the environment', async () => {
  const environment = { KC_CLI_PASSWORD: 'env', KC_CLI_CLIENT_SECRET: 'unused' };
  const given = await login('--user admin --password p', environment);
  assert.equal(given.form, 'grant_type=password&username=admin&password=p&client_id=admin-cli');
  assert.equal(given.err, `Logging into ${peer.url} as user admin of realm demo\n`);
  assert.match((await login('--user admin', environment)).form, /password=env/);
  assert.equal(given.session.secret, undefined);
});

test('Keycloak: without a user, a client signs in with its secret', async () => {
  const { form, err, session } = await login('--client robot --secret s');
  assert.equal(form, 'grant_type=client_credentials&client_id=robot');
  assert.equal(err, `Logging into ${peer.url} as service-account-robot of realm demo\n`);
  assert.deepEqual([session.secret, session.grantType], ['s', 'client_credentials']);
  assert.equal((await login('--client robot', { KC_CLI_CLIENT_SECRET: 'env' })).session.secret, 'env');
  assert.match((await login('--secret s')).err, /service-account-admin-cli/);
});

test('Keycloak: a user may sign in with a confidential client', async () => {
  const { form, session } = await login('--user admin --password p --client web --secret s');
  assert.match(form, /grant_type=password.*client_id=web/);
  assert.deepEqual([session.clientId, session.secret], ['web', 's']);
});

test('no message contains a password, a secret or a token', async () => {
  const { err } = await login('--user admin --password hush-password --client web --secret hush-secret');
  assert.doesNotMatch(err, /hush/);
});
