import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { NAME_ID_FORMATS } from '#protocol/saml/xml-names.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { SessionQuery } from '#protocol/store/session-query.ts';
import { createSession } from '#protocol/store/testing/sample-session.ts';
import { brokerRealm, corpOf } from '../testing/mapper-input.ts';
import { findProviderSessions, type LogoutSubject } from './find-sessions.ts';
import { INDEX_NOTE, SUBJECT_NOTE, writeSubject } from './subject-note.ts';

const ADA = {
  value: 'ada',
  format: NAME_ID_FORMATS.persistent,
  nameQualifier: undefined,
  spNameQualifier: undefined,
};

const notesOf = (value: string, index = 'i1') => ({
  identity_provider: 'corp',
  [SUBJECT_NOTE]: writeSubject({ ...ADA, value }),
  [INDEX_NOTE]: index,
});

interface Found {
  readonly ids: readonly string[];
  /** What the store was asked for. */
  readonly queries: readonly (SessionQuery | undefined)[];
}

/** `links`: accounts of user `u1`. The realm has sessions of ada and of two others. */
async function find(
  subject: Partial<LogoutSubject>,
  links: readonly string[] = ['ada'],
  config: Readonly<Record<string, string>> = {},
): Promise<Found> {
  const realm = brokerRealm({}, { providerId: 'saml', config });
  const store = createMemoryStore();
  const federatedIdentities = links.map((userId) => ({ identityProvider: 'corp', userId }));
  await store.realms.create({ id: realm.id, realm: realm.name }, [
    { id: 'u1', username: 'ada', federatedIdentities },
    { id: 'u2', username: 'eve' },
  ]);
  for (const [id, changes] of Object.entries({
    first: { notes: notesOf('ada') },
    second: { notes: notesOf('ada', 'i2') },
    'with a password': {},
    'of another provider': { notes: { ...notesOf('ada'), identity_provider: 'other' } },
    offline: { notes: notesOf('ada'), offline: true },
    'of eve': { notes: notesOf('eve'), userId: 'u2' },
  }))
    await store.sessions.create(createSession(id, { realmId: realm.id, ...changes }));
  const queries: (SessionQuery | undefined)[] = [];
  const { sessions } = store;
  const list: typeof sessions.list = (realmId, query) => {
    queries.push(query);
    return sessions.list(realmId, query);
  };
  const recorded = { users: store.users, sessions: Object.assign(Object.create(sessions), { list }) };
  const wanted = { nameId: { value: 'ada', format: ADA.format }, sessionIndexes: [], ...subject };
  const found = await findProviderSessions(
    recorded,
    { realm, activity: createTestExchange().activity },
    corpOf(realm),
    wanted,
  );
  return { ids: found.map(({ id }) => id).sort(), queries };
}

test('SAML Core §3.7.3.2: sessions of the subject through the provider are found among those of the linked user', async () => {
  const { ids, queries } = await find({});
  assert.deepEqual(ids, ['first', 'second']);
  assert.deepEqual(queries, [{ userId: 'u1', offline: false }]);
});

for (const [name, subject, ids] of [
  ['of one SessionIndex', { sessionIndexes: ['i2'] }, ['second']],
  ['of several', { sessionIndexes: ['i2', 'i1', 'i9'] }, ['first', 'second']],
  ['of an unknown SessionIndex', { sessionIndexes: ['i9'] }, []],
  ['of another format', { nameId: { value: 'ada', format: NAME_ID_FORMATS.email } }, []],
  [
    'of the unspecified format',
    { nameId: { value: 'ada', format: NAME_ID_FORMATS.unspecified } },
    ['first', 'second'],
  ],
  ['of an unknown person', { nameId: { value: 'bob', format: ADA.format } }, []],
] as const)
  test(`SAML Core §3.7.3.2: a request for sessions ${name} finds ${ids.join(', ') || 'none'}`, async () => {
    assert.deepEqual((await find(subject)).ids, ids);
  });

for (const [name, links, config] of [
  ['was removed', [], {}],
  ['has an identifier that a mapper made', ['corp-ada'], {}],
  ['is by an attribute', ['ada'], { principalType: 'ATTRIBUTE' }],
] as const)
  test(`SAML Core §3.7.3.2: sessions of a person whose link ${name} are found, too`, async () => {
    const { ids, queries } = await find({}, links, config);
    assert.deepEqual(ids, ['first', 'second']);
    assert.deepEqual(queries, [{ offline: false }]);
  });
