import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { chooseNameIdFormat, makeNameIdentifier } from './name-identifier.ts';
import { readServiceProvider } from './service-provider.ts';
import { NAME_ID_FORMATS } from './xml-names.ts';

const { realm, clock } = createTestExchange({
  realm: {
    id: 'r-id',
    clients: [
      { clientId: 'sp', protocol: 'saml' },
      { clientId: 'forcing', protocol: 'saml', attributes: { saml_force_name_id_format: 'true' } },
    ],
  },
});

function providerOf(clientId: string) {
  const client = realm.clients.get(clientId);
  assert.ok(client);
  return readServiceProvider(client, clock.now());
}

async function storeWith(user: Partial<StoredUser>) {
  const { users, realms } = createMemoryStore();
  const stored: StoredUser = { id: 'alice-id', username: 'alice', ...user };
  await realms.create(realm.stored, [stored]);
  const make = async (format: string, mayCreate = true) => {
    const current = await users.find(realm.id, stored.id);
    assert.ok(current);
    return makeNameIdentifier(users, { realm, provider: providerOf('sp'), user: current, format, mayCreate });
  };
  return { users, make };
}

const policy = (format: string | undefined, spNameQualifier?: string) => ({
  format,
  spNameQualifier,
  allowCreate: undefined,
});

test("SAML Core §3.4.1.1: a request without a format gets the client's", () => {
  assert.equal(chooseNameIdFormat(providerOf('sp'), undefined), NAME_ID_FORMATS.unspecified);
  assert.equal(chooseNameIdFormat(providerOf('sp'), policy(undefined, 'sp')), NAME_ID_FORMATS.unspecified);
});

test('SAML Core §3.4.1.1: an unknown format or name space is rejected unless the client forces its format', () => {
  for (const wish of [policy('urn:other'), policy(NAME_ID_FORMATS.email, 'other')])
    assert.throws(() => chooseNameIdFormat(providerOf('sp'), wish), SamlStatusError);
  for (const wish of [policy('urn:other'), policy(undefined, 'other')])
    assert.equal(chooseNameIdFormat(providerOf('forcing'), wish), NAME_ID_FORMATS.unspecified);
});

test('SAML Core §8.3.7: concurrent sign-ins create one persistent name', async () => {
  const { users, make } = await storeWith({});
  const names = await Promise.all([1, 2, 3].map(() => make(NAME_ID_FORMATS.persistent)));
  assert.equal(new Set(names.map(({ value }) => value)).size, 1);
  const user = await users.find(realm.id, 'alice-id');
  assert.deepEqual(user?.attributes?.['saml.persistent.name.id.for.sp'], [names[0]?.value]);
});

test("SAML Core §8.3.7: a stored name is reused; the client's own takes precedence over the common one", async () => {
  const all = { 'saml.persistent.name.id.for.*': ['all'] };
  const one = { ...all, 'saml.persistent.name.id.for.sp': ['one'] };
  for (const [attributes, expected] of [
    [all, 'all'],
    [one, 'one'],
  ] as const) {
    const { make } = await storeWith({ attributes });
    assert.equal((await make(NAME_ID_FORMATS.persistent, false)).value, expected);
  }
});

test('SAML Core §3.4.1.1: a request that forbids a new persistent name is rejected, and none is stored', async () => {
  const { users, make } = await storeWith({});
  await assert.rejects(make(NAME_ID_FORMATS.persistent, false), SamlStatusError);
  assert.equal(
    (await users.find(realm.id, 'alice-id'))?.attributes?.['saml.persistent.name.id.for.sp'],
    undefined,
  );
});

test('SAML Core §8.3.2: a user without an e-mail address has no name in the e-mail format', async () => {
  for (const email of [undefined, '']) {
    const { make } = await storeWith(email === undefined ? {} : { email });
    await assert.rejects(
      make(NAME_ID_FORMATS.email),
      (error) => error instanceof SamlStatusError && error.code === 'unsupported_nameid_format',
    );
  }
});

test('SAML Core §8.3.8: a transient name is random and new each time', async () => {
  const { make } = await storeWith({});
  const [one, two] = [await make(NAME_ID_FORMATS.transient), await make(NAME_ID_FORMATS.transient)];
  assert.match(one.value, /^G-[0-9a-f-]{36}$/);
  assert.notEqual(one.value, two.value);
});
