import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHealthRoutes } from './health-routes.ts';
import { startTestHttpServer } from './testing/server.ts';

const SOUND = { listOutOfService: () => [] };

test('GET /health/ready answers 200 {"status":"UP"} once the server is ready', async () => {
  let isReady = false;
  const server = await startTestHttpServer(createHealthRoutes(() => isReady, SOUND));
  const before = await server.send('/health/ready');
  assert.equal(before.status, 503);
  assert.deepEqual(await before.json(), { status: 'DOWN' });
  assert.equal((await server.send('/health/live')).status, 200);
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
  const server = await startTestHttpServer(createHealthRoutes(() => true, { listOutOfService }));
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
