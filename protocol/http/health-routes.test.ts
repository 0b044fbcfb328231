import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { createHealthRoutes } from './health-routes.ts';
import { startTestHttpServer } from './testing/server.ts';

const findFailure = async (): Promise<undefined> => undefined;
const SOUND = { realms: { listOutOfService: () => [] }, findFailure };

test('GET /health/ready answers 200 {"status":"UP"} once the server is ready', async () => {
  let isReady = false;
  const server = await startTestHttpServer(createHealthRoutes(() => isReady, SOUND));
  const before = await server.send('/health/ready');
  assert.equal(before.status, 503);
  assert.deepEqual(await before.json(), { status: 'DOWN' });
  for (const path of ['/health/live', '/health/started'])
    assert.equal((await server.send(path)).status, 200, path);
  isReady = true;
  for (const path of ['/health/ready', '/health']) {
    const response = await server.send(path);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { status: 'UP' });
  }
  await server.stop();
});

test('health checks are not recorded in Activity', async () => {
  const server = await startTestHttpServer(createHealthRoutes(() => true, SOUND));
  await (await server.send('/health/live')).text();
  assert.deepEqual(server.activity.list().records, []);
  await server.stop();
});

test('a realm out of service is a DOWN check with its file, while the server stays UP', async () => {
  const damage = {
    path: '/srv/data/realms/x/realm.json',
    file: 'realms/x/realm.json',
    problem: 'it is missing',
  };
  const listOutOfService = () => [
    { ...damage, realm: 'shop' },
    { ...damage, realm: undefined },
  ];
  const server = await startTestHttpServer(
    createHealthRoutes(() => true, { realms: { listOutOfService }, findFailure }),
  );
  const data = { file: 'realms/x/realm.json', problem: 'it is missing' };
  for (const path of ['/health/ready', '/health']) {
    const response = await server.send(path);
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      status: 'UP',
      checks: [
        { name: 'Realm shop', status: 'DOWN', data },
        { name: 'Realm of unknown name', status: 'DOWN', data },
      ],
    });
  }
  assert.deepEqual(await (await server.send('/health/live')).json(), { status: 'UP' });
  await server.stop();
});

test('contract "Start": the body stays {"status":"UP"}, and shell checks also find Keycloak\'s "status": "UP"', async () => {
  const server = await startTestHttpServer(createHealthRoutes(() => true, SOUND));
  for (const path of ['/health', '/health/ready', '/health/live', '/health/started']) {
    const answer = await server.sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    assert.ok(answer.endsWith('\r\n\r\n{"status":"UP"}'), answer);
    for (const pattern of ['200 OK', '"status": "UP"', '"status":"UP"', 'status.*UP'])
      assert.match(answer, new RegExp(pattern), pattern);
    assert.doesNotMatch(answer, /DOWN/);
  }
  await server.stop();
});

test('contract "Start": a server that is not ready says UP nowhere in its response', async () => {
  const server = await startTestHttpServer(createHealthRoutes(() => false, SOUND));
  const answer = await server.sendRaw('GET /health/ready HTTP/1.1\r\nHost: localhost\r\n\r\n');
  assert.match(answer, /^HTTP\/1\.1 503 /);
  assert.doesNotMatch(answer, /UP/);
  await server.stop();
});

test('issue "State in PostgreSQL" 4: without its database the server is DOWN, with the reason and without its address', async () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' });
  const fault = { reason: 'the database cannot be reached', remedy: 'Start it.' };
  let failure: StorageError | undefined = new StorageError('postgresql://10.1.2.3/kc', cause, 'read', fault);
  const routes = createHealthRoutes(() => true, { ...SOUND, findFailure: async () => failure });
  const server = await startTestHttpServer(routes);
  for (const path of ['/health/ready', '/health']) {
    const response = await server.send(path);
    const text = await response.text();
    assert.equal(response.status, 503);
    assert.match(text, /"DOWN".*the database cannot be reached/);
    assert.doesNotMatch(text, /10\.1\.2\.3/);
  }
  assert.equal((await server.send('/health/live')).status, 200);
  failure = undefined;
  assert.equal((await server.send('/health/ready')).status, 200);
  await server.stop();
});
