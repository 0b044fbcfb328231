import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UserQuery } from '../user-query.ts';
import { SqlParameters, toCondition } from './user-sql.ts';

function compile(query: UserQuery) {
  const parameters = new SqlParameters('key');
  return { text: toCondition(query, parameters), parameters: parameters.list() };
}

test('texts of a query are parameters and never a part of the statement', () => {
  const evil = "'; DROP TABLE users; --";
  const query: UserQuery = {
    words: [['', evil, '']],
    username: [evil],
    attributes: [{ name: evil, value: evil }],
    ids: [evil],
    groups: [evil],
    groupsBelow: evil,
    roles: [{ clientId: evil, name: evil }],
    clientRolesOf: evil,
    linked: { provider: evil, userId: evil },
    credentialType: evil,
    anyOf: [{ linked: { provider: evil } }, { linked: { userId: evil } }],
    not: { anyOf: [{ email: [evil, evil] }] },
  };
  const { text, parameters } = compile(query);
  assert.equal(text.includes('DROP'), false);
  for (const [index] of parameters.slice(1).entries()) assert.ok(text.includes(`$${index + 2}::`), text);
});

test('characters that LIKE gives a meaning are escaped in patterns, and not in whole texts', () => {
  assert.deepEqual(compile({ username: ['A%_\\', ''] }).parameters, ['key', 'a\\%\\_\\\\%']);
  assert.deepEqual(compile({ username: ['A%'] }).parameters, ['key', 'a%']);
});

test('a query without conditions is true, and one that cannot match is false', () => {
  assert.equal(compile({}).text, 'TRUE');
  for (const query of [{ username: [] }, { ids: [] }, { roles: [] }, { anyOf: [] }, { groups: [] }])
    assert.match(compile(query).text, /^\(FALSE\)$/);
  assert.match(compile({ not: {} }).text, /^\(NOT TRUE\)$/);
});
