import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import { createMapperNames, listIgnoredMappers } from './mapper-owners.ts';

const mapper = (id: string) => ({ id, name: `mapper ${id}`, protocolMapper: `type-${id}`, config: {} });
const realm = testRealm({
  clientScopes: ['one', 'two'].map((name) => ({
    id: `${name}-id`,
    name,
    protocol: 'openid-connect',
    protocolMappers: [mapper(name)],
  })),
  clients: [
    {
      clientId: 'web',
      protocolMappers: [mapper('own')],
      defaultClientScopes: ['one'],
      optionalClientScopes: ['two'],
    },
  ],
});
const client = clientOf(realm, 'web');
/** Without the built-in ones, which files of earlier versions get. */
const [one, two] = ['one', 'two'].map((name) => realm.clientScopes.get(name));
assert.ok(one && two);
const scopes = [one, two];

test('token preview: a mapper is named with its scope and how that is assigned; the client’s own has none', () => {
  const nameMapper = createMapperNames(client, scopes);
  const named = [...scopes.flatMap(({ mappers }) => mappers), ...client.mappers].map(nameMapper);
  assert.deepEqual(
    named.map(({ id, type, scope }) => [id, type, scope?.name, scope?.assigned]),
    [
      ['one', 'type-one', 'one', 'default'],
      ['two', 'type-two', 'two', 'optional'],
      ['own', 'type-own', undefined, undefined],
    ],
  );
});

test('token preview: ignored mappers are those with a reason, of scopes that apply only', () => {
  const ignored = listIgnoredMappers(client, [one], ({ type }) =>
    type === 'type-own' ? undefined : 'unsupported',
  );
  assert.deepEqual(
    ignored.map(({ mapper: { id }, reason }) => [id, reason]),
    [['one', 'unsupported']],
  );
});
