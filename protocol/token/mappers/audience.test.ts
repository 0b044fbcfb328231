import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import { audience, audienceResolve } from './audience.ts';

test('RFC 7519 §4.1.3: one audience is a string, several are a list without duplicates', () => {
  const claims = runMapper(audience, { 'included.client.audience': 'api' }, mapperContext());
  assert.deepEqual(claims, { aud: 'api' });
  runMapper(audience, { 'included.client.audience': 'api' }, mapperContext(), claims);
  assert.deepEqual(claims, { aud: 'api' });
  runMapper(audience, { 'included.custom.audience': 'urn:x' }, mapperContext(), claims);
  assert.deepEqual(claims, { aud: ['api', 'urn:x'] });
});

test('oidc-audience-mapper: without a configured audience it adds nothing', () => {
  assert.deepEqual(runMapper(audience, {}, mapperContext()), {});
});

test('oidc-audience-resolve-mapper: adds other clients of which the user has roles, never the client itself', () => {
  const clients = new Map([
    ['shop', new Set(['x'])],
    ['api', new Set(['read'])],
    ['empty', new Set<string>()],
  ]);
  assert.deepEqual(
    runMapper(audienceResolve, {}, mapperContext({}, { roles: { realm: new Set(), clients } })),
    { aud: 'api' },
  );
});
