import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOnce, startTestHttpServer } from './server.ts';

test('the test server answers on a real socket, and exchanges are recorded', async () => {
  const { response, summary } = await callOnce(() => ({ status: 204 }));
  assert.equal(response.status, 204);
  assert.equal(summary?.title, 'Test request');
});

test('its clock moves only manually', async () => {
  const server = await startTestHttpServer([]);
  const before = server.clock.now();
  server.clock.setOffsetMs(1000);
  assert.equal(server.clock.now() - before, 1000);
  await server.stop();
});
