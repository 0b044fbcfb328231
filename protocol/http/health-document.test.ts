import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRealms, renderHealthDocument } from './health-document.ts';

test('Keycloak 26 health: a document without checks has 45 bytes and no final newline', () => {
  const text = renderHealthDocument('UP', []);
  assert.equal(text, '{\n    "status": "UP",\n    "checks": [\n    ]\n}');
  assert.equal(Buffer.byteLength(text), 45);
});

test('Keycloak 26 health: a document with two checks has 225 bytes, 229 with one of them DOWN', () => {
  const initialized = { name: 'Keycloak Initialized', status: 'UP' } as const;
  const up = renderHealthDocument('UP', [{ name: 'Graceful Shutdown', status: 'UP' }, initialized]);
  const down = renderHealthDocument('DOWN', [{ name: 'Graceful Shutdown', status: 'DOWN' }, initialized]);
  assert.equal(Buffer.byteLength(up), 225);
  assert.equal(Buffer.byteLength(down), 229);
  assert.match(up, /^ {8}\{\n {12}"name": "Graceful Shutdown",\n {12}"status": "UP"\n {8}\},$/m);
});

test('MicroProfile Health: data of a check is an object of its own, and names are escaped', () => {
  const [check] = checkRealms([
    { realm: 'a"b', path: '/srv/data/x', file: 'realms/x/realm.json', problem: 'it is missing' },
  ]);
  assert.deepEqual(JSON.parse(renderHealthDocument('UP', check === undefined ? [] : [check])), {
    status: 'UP',
    checks: [
      {
        name: 'Realm a"b',
        status: 'DOWN',
        data: { file: 'realms/x/realm.json', problem: 'it is missing' },
      },
    ],
  });
});

test('bad input: a realm whose name is lost is reported without one, and never with its absolute path', () => {
  const damage = { realm: undefined, path: '/secret-place/realm.json', file: 'realm.json', problem: 'empty' };
  const text = renderHealthDocument('UP', checkRealms([damage]));
  assert.match(text, /"name": "Realm of unknown name"/);
  assert.ok(!text.includes('secret-place'));
});
