import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Outcome, runLine } from './testing/host.ts';
import { type PeerTable, startPeer } from './testing/peer.ts';

const peer = await startPeer();
after(() => peer.stop());
const USERS = '/admin/realms/r/users';
const RESET = `PUT ${USERS}/U/reset-password`;
const FOUND = { [`GET ${USERS}?username=u&exact=true`]: { status: 200, body: [{ id: 'U', username: 'u' }] } };

function kcadm(table: PeerTable, line: string, environment: Record<string, string> = {}): Promise<Outcome> {
  peer.answer(table);
  return runLine(`set-password ${line} --no-config --server ${peer.url} --realm r --token t`, {
    environment,
  });
}

for (const [line, message] of [
  ['-p x', 'No user specified. Use --username or --userid to specify user'],
  ['--username a --userid b -p x', 'Options --userid and --username are mutually exclusive'],
  ['--username', "Expected parameter for option '--username' but found '--no-config'"],
] as const) {
  test(`Keycloak: "set-password ${line}" is wrong usage, and nothing is sent`, async () => {
    const { code, err } = await kcadm({}, line);
    assert.deepEqual([code, err.split('\n')[0]], [2, message]);
    assert.deepEqual(peer.lines(), []);
  });
}

test('Keycloak: without a password, a terminal is needed', async () => {
  const { code, err } = await kcadm({}, '--username u');
  assert.equal(code, 1);
  assert.match(
    err,
    /^Console is not active, but password is required\. Pass it with --new-password or in KC_CLI_PASSWORD\n$/,
  );
});

test('Keycloak: an unknown user, and one that was removed, are reported without the URL', async () => {
  assert.equal((await kcadm({}, '--username u -p x')).err.startsWith('Resource not found for url'), true);
  const none = { [`GET ${USERS}?username=u&exact=true`]: { status: 200, body: [] } };
  assert.equal((await kcadm(none, '--username u -p x')).err, 'User not found for username: u\n');
  const gone = { [RESET]: { status: 404, body: { error: 'User not found' } } };
  assert.deepEqual(await kcadm(gone, '--userid U -p x'), {
    code: 1,
    out: '',
    err: 'null [User not found]\n',
  });
});

test('a refusal does not show the password', async () => {
  const policy = {
    status: 400,
    body: { error: 'invalidPasswordMinLengthMessage', error_description: 'Too short' },
  };
  const { code, err } = await kcadm({ ...FOUND, [RESET]: policy }, '--username u -p hush');
  assert.deepEqual([code, err], [1, 'Too short [invalidPasswordMinLengthMessage]\n']);
});

for (const [line, environment, sent] of [
  ['--username u --new-password x', {}, { type: 'password', value: 'x', temporary: false }],
  ['--userid U -p 123 -t', {}, { type: 'password', value: '123', temporary: true }],
  ['--username u', { KC_CLI_PASSWORD: 'env' }, { type: 'password', value: 'env', temporary: false }],
] as const) {
  test(`Keycloak: "set-password ${line}" sends ${JSON.stringify(sent)}, silently`, async () => {
    const outcome = await kcadm({ ...FOUND, [RESET]: { status: 204 } }, line, environment);
    assert.deepEqual(outcome, { code: 0, out: '', err: '' });
    assert.deepEqual(JSON.parse(peer.requests.at(-1)?.body ?? ''), sent);
  });
}
