import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapperContext, runMapper } from '../testing/mapper.ts';
import { acr, allowedWebOrigins, nonce, sessionNote, sessionState, subject } from './session.ts';

test('oidc-sub-mapper and oidc-acr-mapper: set subject and authentication context', () => {
  assert.deepEqual(runMapper(subject, {}, mapperContext()), { sub: 'u1' });
  assert.deepEqual(runMapper(acr, {}, mapperContext({}, { acr: '0' })), { acr: '0' });
});

test('oidc-usersessionmodel-note-mapper: AUTH_TIME is when the user signed in, other notes come from the session', () => {
  const time = { 'user.session.note': 'AUTH_TIME', 'claim.name': 'auth_time', 'jsonType.label': 'long' };
  assert.deepEqual(runMapper(sessionNote, time, mapperContext()), { auth_time: 1000 });
  const address = { 'user.session.note': 'clientAddress', 'claim.name': 'clientAddress' };
  assert.deepEqual(runMapper(sessionNote, address, mapperContext({}, { notes: { clientAddress: '::1' } })), {
    clientAddress: '::1',
  });
});

test('oidc-usersessionmodel-note-mapper: a missing note sets no claim', () => {
  const time = { 'user.session.note': 'AUTH_TIME', 'claim.name': 'auth_time' };
  assert.deepEqual(runMapper(sessionNote, time, mapperContext({}, { authTime: undefined })), {});
  assert.deepEqual(
    runMapper(sessionNote, { 'user.session.note': 'nothing', 'claim.name': 'c' }, mapperContext()),
    {},
  );
});

test("oidc-allowed-origins-mapper: sets the client's web origins, or nothing without any", () => {
  assert.deepEqual(runMapper(allowedWebOrigins, {}, mapperContext()), {
    'allowed-origins': ['http://shop.test'],
  });
  const bare = mapperContext({}, {}, { clients: [{ clientId: 'shop' }] });
  assert.deepEqual(runMapper(allowedWebOrigins, {}, bare), {});
});

test('oidc-nonce-backwards-compatible-mapper: sets the nonce of the request, or nothing without one', () => {
  assert.deepEqual(runMapper(nonce, {}, mapperContext({}, { nonce: 'n' })), { nonce: 'n' });
  assert.deepEqual(runMapper(nonce, {}, mapperContext()), {});
});

test('oidc-session-state-mapper: repeats the session id, or sets nothing without one', () => {
  assert.deepEqual(runMapper(sessionState, {}, mapperContext()), { session_state: 's1' });
  assert.deepEqual(runMapper(sessionState, {}, mapperContext({}, { sid: undefined })), {});
});
