import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const PROFILE = '/admin/realms/shop/users/profile';

const ALL = { view: ['admin', 'user'], edit: ['admin', 'user'] };
const NAMES = [
  { name: 'username', permissions: ALL },
  { name: 'email', permissions: ALL },
];

for (const [body, expected] of [
  [undefined, /must be a JSON object/],
  [{}, /attributes is missing/],
  [{ attributes: 'x' }, /attributes must be a JSON array/],
  [{ attributes: [{ displayName: 'x' }] }, /attributes\[0\]\.name is missing/],
  [{ attributes: [...NAMES, { name: 'a', permissions: { view: ['guest'] } }] }, /permissions\.view\[0\]/],
  [{ attributes: [...NAMES, { name: 'email' }] }, /attributes contains \\"email\\" twice/],
  [{ attributes: [NAMES[0]] }, /must contain \\"email\\", which cannot be removed/],
  [{ attributes: [] }, /must contain \\"username\\"/],
  [{ attributes: [...NAMES, { name: 'a', group: 'gone' }] }, /names the group \\"gone\\"/],
  [{ attributes: NAMES, groups: [{ name: 'g' }, { name: 'g' }] }, /groups contains \\"g\\" twice/],
  [{ attributes: NAMES, unmanagedAttributePolicy: 'MAYBE' }, /unmanagedAttributePolicy/],
] as const) {
  test(`bad input: the user profile ${JSON.stringify(body)} is rejected and changes nothing`, async () => {
    const before = (await server.call('GET', PROFILE)).body;
    const { status, body: refusal } = await server.call('PUT', PROFILE, body === undefined ? {} : { body });
    assert.equal(status, 400);
    assert.match(JSON.stringify(refusal), expected);
    assert.deepEqual((await server.call('GET', PROFILE)).body, before);
  });
}

test('Keycloak: without a configuration, the user profile is that of a new realm', async () => {
  const { status, body } = await server.call('GET', PROFILE);
  assert.equal(status, 200);
  const { attributes } = body as { attributes: { name: string; required?: unknown }[] };
  assert.deepEqual(
    attributes.map(({ name, required }) => [name, required]),
    [
      ['username', undefined],
      ['email', { roles: ['user'] }],
      ['firstName', { roles: ['user'] }],
      ['lastName', { roles: ['user'] }],
    ],
  );
});

test('Keycloak: a changed user profile comes back as it was sent, also in the realm file and in metadata', async () => {
  const config = {
    attributes: [
      ...NAMES,
      {
        name: 'phone',
        displayName: 'Phone',
        group: 'contact',
        permissions: { view: ['admin'], edit: ['admin'] },
        validations: { length: { max: 20 } },
        multivalued: false,
      },
    ],
    groups: [{ name: 'contact', displayHeader: 'Contact' }],
    unmanagedAttributePolicy: 'ENABLED',
  };
  const { status, body } = await server.call('PUT', PROFILE, { body: config });
  assert.deepEqual([status, body], [200, config]);
  assert.deepEqual((await server.call('GET', PROFILE)).body, config);
  const components = server.store.realms.find('shop')?.components ?? {};
  const text =
    components['org.keycloak.userprofile.UserProfileProvider']?.[0]?.config?.['kc.user.profile.config'];
  assert.deepEqual(JSON.parse(text?.[0] ?? ''), config);
  const metadata = (await server.call('GET', `${PROFILE}/metadata`)).body as {
    attributes: { name: string; validators: unknown }[];
  };
  assert.deepEqual(
    metadata.attributes.map(({ name }) => name),
    ['username', 'email', 'phone'],
  );
  assert.deepEqual(metadata.attributes[2]?.validators, { length: { max: 20 } });
});

test('Keycloak: attributes without a declaration are read if the policy lets administrators see them', async () => {
  const ann = `/admin/realms/shop/users/${await server.userId('ann')}`;
  const profile = (policy: object) =>
    server.call('PUT', '/admin/realms/shop/users/profile', {
      body: { attributes: [{ name: 'username' }, { name: 'email' }, { name: 'team' }], ...policy },
    });
  await server.call('PUT', ann, { body: { attributes: { team: ['red'], size: ['L'] } } });
  await profile({});
  assert.deepEqual((await server.call('GET', `${ann}/unmanagedAttributes`)).body, {});
  await profile({ unmanagedAttributePolicy: 'ADMIN_VIEW' });
  assert.deepEqual((await server.call('GET', `${ann}/unmanagedAttributes`)).body, { size: ['L'] });
  assert.equal((await server.call('GET', '/admin/realms/shop/users/none/unmanagedAttributes')).status, 404);
});
