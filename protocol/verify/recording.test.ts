import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { readRecording } from './recording.ts';
import { REALM, startWithRealm, Traffic, WEB } from './testing/two-servers.ts';

const server = await startWithRealm(REALM);
after(() => server.stop());
const source = { server: server.baseUrl, realm: 'demo', username: 'admin', password: 'admin' };

async function failure(changes: Partial<typeof source>): Promise<OptionError> {
  const error = await readRecording({ ...source, ...changes }).then(
    () => assert.fail('read'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof OptionError, String(error));
  return error;
}

test('contract "verify": the exchanges of the realm are read with their secrets, the earliest first', async () => {
  const traffic = new Traffic(server.baseUrl);
  await traffic.post('token', { ...WEB, grant_type: 'client_credentials' });
  await traffic.get('/realms/demo');
  await traffic.get('/realms/master');
  const records = await readRecording(source);
  assert.deepEqual(
    records.map(({ method, path }) => `${method} ${path}`),
    ['POST /realms/demo/protocol/openid-connect/token', 'GET /realms/demo'],
  );
  const secret = records[0]?.request.form.find(({ name }) => name === 'client_secret');
  assert.equal(secret?.value, 'web-secret');
});

test('contract "verify": reading a recording adds nothing to the flows of Activity', async () => {
  const paths = () => server.activity.list().records.map(({ path }) => path);
  const before = paths();
  await readRecording(source);
  assert.deepEqual(paths(), before);
});

async function startOther(status: number): Promise<Server> {
  const other = createServer((_request, response) => response.writeHead(status).end('{}'));
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  return other;
}

const urlOf = (other: Server): string => `http://127.0.0.1:${(other.address() as AddressInfo).port}`;

test('contract "verify": a wrong password of the administrator is named with its option, exit code 1', async () => {
  const error = await failure({ password: 'wrong' });
  assert.match(
    error.toLine(),
    /^bootstrap-admin-password: http:\S+ does not accept this password for administrator admin\./,
  );
  assert.doesNotMatch(error.toLine(), /wrong/);
  assert.equal(error.exitCode, 1);
});

test('contract "verify": a realm that the server does not have is named, exit code 1', async () => {
  const error = await failure({ realm: 'a b/c' });
  assert.match(error.toLine(), /^--realm: http:\S+ has no realm "a b\/c"\./);
  assert.equal(error.exitCode, 1);
});

test('contract "verify": a server that is not running is named with the reason, exit code 1', async () => {
  const other = await startOther(200);
  const url = urlOf(other);
  await new Promise((done) => other.close(done));
  const error = await failure({ server: url });
  assert.match(error.toLine(), new RegExp(`^--server: ${url} cannot be reached: .*Start Understudy`));
  assert.equal(error.exitCode, 1);
});

for (const status of [404, 500])
  test(`contract "verify": a server that answers ${status} is not taken for a running Understudy, exit code 1`, async () => {
    const other = await startOther(status);
    const error = await failure({ server: urlOf(other) });
    await new Promise((done) => other.close(done));
    assert.match(error.toLine(), new RegExp(`^--server: \\S+/token answers ${status}\\. Give the base URL`));
    assert.equal(error.exitCode, 1);
  });
