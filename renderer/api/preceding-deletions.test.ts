import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deletionsBefore, deletionsInConflict, type RequestLine } from './preceding-deletions.ts';

const REALM = '/admin/realms/my%20realm';
const EMULATOR = '/emulator/v1/realms/my%20realm';
const CLIENT = `${REALM}/clients/c1`;
const MAPPER = `${CLIENT}/protocol-mappers/models/m1`;

const rows: readonly (RequestLine & { readonly what: string; readonly before: boolean })[] = [
  { what: 'an export', method: 'GET', path: `${EMULATOR}/export?for=keycloak`, before: true },
  { what: 'the report of an export', method: 'GET', path: `${EMULATOR}/export-report`, before: false },
  {
    what: 'a partial export',
    method: 'POST',
    path: `${REALM}/partial-export?exportClients=true`,
    before: true,
  },
  { what: 'a partial import', method: 'POST', path: `${REALM}/partialImport`, before: true },
  { what: 'a reset', method: 'POST', path: `${EMULATOR}/reset`, before: true },
  { what: 'a clone', method: 'POST', path: `${EMULATOR}/clones`, before: true },
  { what: 'a duplicate', method: 'POST', path: `${EMULATOR}/duplicates`, before: true },
  { what: 'an import', method: 'POST', path: '/emulator/v1/imports/1/start', before: true },
  { what: 'an upload', method: 'POST', path: '/emulator/v1/imports', before: false },
  { what: 'a snapshot', method: 'POST', path: `${EMULATOR}/snapshots`, before: true },
  { what: 'the list of snapshots', method: 'GET', path: `${EMULATOR}/snapshots`, before: false },
  {
    what: 'a snapshot that is restored',
    method: 'POST',
    path: `${EMULATOR}/snapshots/1/restore`,
    before: true,
  },
  { what: 'the deletion of the realm', method: 'DELETE', path: REALM, before: true },
  { what: 'another name for the realm', method: 'PUT', path: REALM, body: { realm: 'other' }, before: true },
  {
    what: 'the same name for the realm',
    method: 'PUT',
    path: REALM,
    body: { realm: 'my realm' },
    before: false,
  },
  { what: 'a setting of the realm', method: 'PUT', path: REALM, body: { notBefore: 1 }, before: false },
  { what: 'the realm itself', method: 'GET', path: REALM, before: false },
  { what: 'a new client', method: 'POST', path: `${REALM}/clients`, before: false },
  { what: 'the deletion of a client', method: 'DELETE', path: CLIENT, before: false },
  { what: 'the list of users', method: 'GET', path: `${REALM}/users?search=export`, before: false },
  { what: 'another realm', method: 'DELETE', path: '/admin/realms/other', before: false },
  { what: 'what is of no realm', method: 'GET', path: '/emulator/v1/server', before: false },
];

for (const { what, before, ...request } of rows)
  test(`console "Undo": pending deletions of a realm are ${before ? '' : 'not '}sent before ${what}`, () => {
    assert.equal(deletionsBefore(request)?.(CLIENT) ?? false, before);
  });

const conflicts: readonly (RequestLine & { readonly pending: string; readonly expected: boolean })[] = [
  { method: 'POST', path: `${REALM}/clients`, pending: CLIENT, expected: true },
  { method: 'PUT', path: `${REALM}/clients/c2`, pending: CLIENT, expected: true },
  { method: 'POST', path: `${REALM}/clients`, pending: `${REALM}/users/u1`, expected: false },
  { method: 'POST', path: '/admin/realms/other/clients', pending: CLIENT, expected: false },
  { method: 'POST', path: `${REALM}/users`, pending: `${REALM}/users/u1`, expected: true },
  {
    method: 'POST',
    path: `${EMULATOR}/provider-realms`,
    pending: `${REALM}/identity-provider/instances/staff`,
    expected: true,
  },
  { method: 'GET', path: `${REALM}/users`, pending: `${REALM}/users/u1`, expected: false },
  { method: 'DELETE', path: `${REALM}/users/u2`, pending: `${REALM}/users/u1`, expected: false },
  { method: 'POST', path: `${CLIENT}/protocol-mappers/models`, pending: MAPPER, expected: true },
  { method: 'POST', path: `${CLIENT}/protocol-mappers/add-models`, pending: MAPPER, expected: true },
  { method: 'POST', path: `${REALM}/roles`, pending: `${REALM}/roles/buyer`, expected: true },
  { method: 'POST', path: `${REALM}/roles`, pending: `${REALM}/roles-by-id/r1`, expected: true },
  { method: 'PUT', path: `${REALM}/roles-by-id/r2`, pending: `${REALM}/roles/buyer`, expected: true },
  { method: 'POST', path: `${REALM}/groups/g1/children`, pending: `${REALM}/groups/g2`, expected: true },
  { method: 'POST', path: `${REALM}/client-scopes`, pending: `${REALM}/client-scopes/s1`, expected: true },
  { method: 'POST', path: '/emulator/v1/settings/test', pending: CLIENT, expected: false },
];

for (const { pending, expected, ...request } of conflicts)
  test(`console "Undo": ${request.method} ${request.path} ${expected ? 'may have' : 'cannot have'} a conflict with ${pending}`, () => {
    assert.equal(deletionsInConflict(request)?.(pending) ?? false, expected);
  });
