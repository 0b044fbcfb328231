import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { Route } from './exchange.ts';
import { nothingAt } from './not-found.ts';
import { startTestHttpServer, type TestHttpServer } from './testing/server.ts';

const { realms } = createMemoryStore();
await realms.create({ id: 'r', realm: 'shop' }, []);

test('RFC 9110 §15.5.5: an unknown path is 404', () => {
  const fault = nothingAt(realms, '/nowhere');
  assert.deepEqual([fault.status, fault.code, fault.remedy], [404, 'not_found', 'Check the path.']);
});

test('Keycloak 17: the remedy for the old base path /auth names it', () => {
  assert.match(nothingAt(realms, '/auth/realms/shop').remedy ?? '', /Leave out \/auth/);
});

test('below an unknown realm, the realm is reported as missing', () => {
  assert.equal(nothingAt(realms, '/realms/shpo/nothing').code, 'Realm does not exist');
  assert.equal(nothingAt(realms, '/realms/shpo').code, 'Realm does not exist');
  assert.match(
    nothingAt(realms, '/realms/shpo/nothing').remedy ?? '',
    /^Check the spelling of "shpo", create/,
  );
});

test('below an existing realm, the path is reported as unknown', () => {
  assert.equal(nothingAt(realms, '/realms/shop/nothing').code, 'not_found');
});

test('Keycloak: a request whose realm is removed meanwhile is answered as for an unknown realm, not as a defect', async () => {
  const route: Route = {
    method: 'GET',
    path: '/realms/:realm/slow',
    title: 'Slow',
    realm: true,
    handle: async () => {
      await server.store.realms.remove('gone');
      throw new Error('there is no realm gone');
    },
  };
  const server: TestHttpServer = await startTestHttpServer([route], {
    realms: [{ id: 'r1', realm: 'gone' }],
  });
  const reply = await server.send('/realms/gone/slow');
  assert.equal(reply.status, 404);
  assert.equal(((await reply.json()) as { error: string }).error, 'Realm does not exist');
  assert.deepEqual(
    server.log.records.filter(({ level }) => level === 'ERROR'),
    [],
  );
  await server.stop();
});
