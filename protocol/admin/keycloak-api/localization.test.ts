import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const BASE = '/admin/realms/shop/localization';

test('Keycloak: a realm has no texts at first, and texts that it does not have are 404', async () => {
  assert.deepEqual((await server.call('GET', BASE)).body, []);
  assert.deepEqual((await server.call('GET', `${BASE}/de`)).body, {});
  for (const [method, path] of [
    ['GET', '/de/hello'],
    ['DELETE', '/de/hello'],
    ['DELETE', '/de'],
    ['GET', '/de/constructor'],
    ['DELETE', '/constructor'],
  ] as const)
    assert.equal((await server.call(method, BASE + path)).status, 404, `${method} ${path}`);
});

test('Keycloak: texts are set one by one, as plain text, and replaced', async () => {
  for (const body of ['Hallo', 'Grüß Gott'])
    assert.equal((await server.call('PUT', `${BASE}/de/hello`, { body })).status, 204);
  assert.deepEqual((await server.call('GET', `${BASE}/de`)).body, { hello: 'Grüß Gott' });
  const response = await fetch(`${server.baseUrl}${BASE}/de/hello`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  assert.deepEqual(
    [response.headers.get('content-type'), await response.text()],
    ['text/plain; charset=utf-8', 'Grüß Gott'],
  );
});

test('Keycloak: texts are added as JSON or as an uploaded file; the others of the language stay', async () => {
  assert.equal((await server.call('POST', `${BASE}/de`, { body: { bye: 'Servus' } })).status, 204);
  const form = new FormData();
  form.set('file', new Blob([JSON.stringify({ bye: 'Ade' })]), 'de.json');
  const headers = { authorization: `Bearer ${server.token}` };
  const uploaded = await fetch(`${server.baseUrl}${BASE}/de`, { method: 'POST', headers, body: form });
  assert.equal(uploaded.status, 204);
  assert.deepEqual((await server.call('GET', `${BASE}/de`)).body, { hello: 'Grüß Gott', bye: 'Ade' });
  form.set('file', new Blob(['{']), 'de.json');
  const broken = await fetch(`${server.baseUrl}${BASE}/de`, { method: 'POST', headers, body: form });
  assert.deepEqual([broken.status, await broken.json()], [400, { error: 'Could not read file.' }]);
});

test('Keycloak: texts of the default language stand in for missing ones on request', async () => {
  await server.call('PUT', `${BASE}/en/hello`, { body: 'Hello' });
  await server.call('PUT', `${BASE}/en/only`, { body: 'Only' });
  await server.call('PUT', '/admin/realms/shop', { body: { defaultLocale: 'en' } });
  const { body } = await server.call('GET', `${BASE}/de?useRealmDefaultLocaleFallback=true`);
  assert.deepEqual(body, { hello: 'Grüß Gott', bye: 'Ade', only: 'Only' });
  assert.deepEqual((await server.call('GET', BASE)).body, ['de', 'en']);
});

test('bad input: texts that are none are 400 and change nothing', async () => {
  const before = (await server.call('GET', `${BASE}/de`)).body;
  for (const body of [{ bye: ['x'] }, { bye: { x: 1 } }, [], undefined])
    assert.equal((await server.call('POST', `${BASE}/de`, { body })).status, 400);
  assert.deepEqual((await server.call('GET', `${BASE}/de`)).body, before);
});

test('Keycloak: a text and a language are removed', async () => {
  assert.equal((await server.call('DELETE', `${BASE}/de/bye`)).status, 204);
  assert.deepEqual((await server.call('GET', `${BASE}/de`)).body, { hello: 'Grüß Gott' });
  assert.equal((await server.call('DELETE', `${BASE}/de`)).status, 204);
  assert.deepEqual((await server.call('GET', BASE)).body, ['en']);
});
