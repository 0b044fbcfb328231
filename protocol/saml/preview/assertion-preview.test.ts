import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import { clientOf } from '#protocol/realm/testing/realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { indentXml } from '#protocol/xml/pretty-print.ts';
import { readDelivered, startSamlServer } from '../testing/server.ts';
import { ASSERTION_PREVIEWS } from './assertion-preview.ts';

const server = await startSamlServer();
after(() => server.stop());
await server.changeClient('sp', { attributes: { saml_idp_initiated_sso_url_name: 'sp' } });

async function signInOf(clientId: string, username: string) {
  const stored = server.store.realms.find('demo');
  assert.ok(stored);
  const realm = viewRealm(stored);
  const user = await server.store.users.findByUsername(realm.id, username);
  assert.ok(user);
  const session = createSession(realm, { user, now: server.clock.now(), ipAddress: '127.0.0.1', flow: 'f' });
  const context = { realm, issuer: `${server.baseUrl}/realms/demo`, clock: server.clock };
  return { context, signIn: { client: clientOf(realm, clientId), user, session } };
}

async function preview(username = 'alice', clientId = 'sp') {
  const { context, signIn } = await signInOf(clientId, username);
  return ASSERTION_PREVIEWS.preview(context, signIn);
}

/** The assertion that the service provider gets after a sign-in without a request, without its signature. */
async function realAssertion(username: string): Promise<string> {
  const browser = server.browser();
  const page = await browser.get(`${server.endpoint}/clients/sp`);
  const { xml } = readDelivered(await browser.signIn(page, username, `${username}-password`));
  const text = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
  return indentXml(text.replace(/<dsig:Signature.*?<\/dsig:Signature>/s, ''));
}

/** Without identifiers; the server's clock stands still. */
function steady(xml: string | undefined): string {
  return (xml ?? '')
    .replaceAll(/ ID="[^"]*"/g, '')
    .replaceAll(/SessionIndex="[^"]*"/g, '')
    .replaceAll(/G-[-\w]+/g, 'G');
}

const mapper = (protocolMapper: string, config: Record<string, string> = {}) => ({
  name: protocolMapper,
  protocol: 'saml',
  protocolMapper,
  config,
});

const MAPPERS = [
  mapper('saml-user-property-mapper', { 'user.attribute': 'email', 'attribute.name': 'mail' }),
  mapper('saml-role-list-mapper', { 'attribute.name': 'Role' }),
  mapper('saml-role-name-mapper', { role: 'reader', 'new.role.name': 'lector' }),
  mapper('saml-hardcode-role-mapper', { role: 'guest' }),
  mapper('saml-hardcode-attribute-mapper', { 'attribute.name': 'team', 'attribute.value': 'blue & red' }),
  mapper('saml-user-session-note-mapper', { note: 'clientAddress', 'attribute.name': 'ip' }),
  mapper('saml-audience-mapper', { 'included.custom.audience': 'urn:other' }),
];

for (const [name, change] of [
  ['as it is', {}],
  ['with mappers', { protocolMappers: MAPPERS }],
  [
    'with one role per attribute value',
    { protocolMappers: [mapper('saml-role-list-mapper', { single: 'true' })] },
  ],
  ['with transient names', { attributes: { saml_name_id_format: 'transient' } }],
  ['with e-mail addresses as names', { attributes: { saml_name_id_format: 'email' } }],
  [
    'with names of a mapper',
    {
      attributes: { saml_name_id_format: 'persistent' },
      protocolMappers: [
        mapper('saml-user-attribute-nameid-mapper', {
          'user.attribute': 'firstName',
          'mapper.nameid.format': 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        }),
      ],
    },
  ],
  [
    'with conditions and a lifespan',
    {
      attributes: {
        'saml.onetimeuse.condition': 'true',
        'saml.assertion.lifespan': '7',
        'saml.authnstatement': 'true',
      },
    },
  ],
] as const) {
  test(`token preview: the assertion for a client ${name} is what a sign-in without a request gives`, async () => {
    await server.changeClient('sp', {
      ...change,
      protocolMappers: 'protocolMappers' in change ? [...change.protocolMappers] : [],
    });
    const { assertion } = await preview();
    assert.equal(steady(assertion?.xml), steady(await realAssertion('alice')));
  });
}

test('token preview: attributes, audiences and names come with mapper and role', async () => {
  await server.changeClient('sp', {
    protocolMappers: MAPPERS,
    attributes: { saml_name_id_format: 'username' },
  });
  const { assertion, ignoredMappers } = await preview();
  const find = (...path: string[]) =>
    assertion?.claims.find((claim) => JSON.stringify(claim.path) === JSON.stringify(path));
  assert.deepEqual(find('Attribute', 'mail')?.causes[0]?.mapper?.type, 'saml-user-property-mapper');
  const audience = find('Conditions', 'Audience');
  assert.deepEqual(audience?.value, ['sp', 'urn:other']);
  assert.deepEqual(
    audience?.causes.map(({ kind, values }) => [kind, values]),
    [
      ['built-in', ['sp']],
      ['mapper', ['urn:other']],
    ],
  );
  const roles = find('Attribute', 'Role')?.causes[0]?.roles ?? [];
  const lector = roles.find(({ name }) => name === 'lector');
  assert.deepEqual([lector?.renamedFrom?.name, lector?.mapper?.type], ['reader', 'saml-role-name-mapper']);
  assert.deepEqual(roles.find(({ name }) => name === 'guest')?.paths, []);
  assert.deepEqual(find('Subject', 'NameID')?.causes, [{ kind: 'built-in' }]);
  assert.deepEqual(ignoredMappers, []);
});

test('SAML Core §8.3.7: a persistent name is not created by a preview', async () => {
  await server.changeClient('sp', { protocolMappers: [], attributes: { saml_name_id_format: 'persistent' } });
  const names = [];
  for (const { assertion } of [await preview('todo'), await preview('todo')]) {
    const name = assertion?.claims.find(({ path }) => path.join() === 'Subject,NameID');
    assert.equal(name?.isVolatile, true);
    names.push(name.value);
  }
  assert.notEqual(names[0], names[1]);
});

for (const [name, clientId, username, problem] of [
  ['a disabled client', 'off', 'alice', /off is disabled/],
  ['a client whose standard flow is off', 'still', 'alice', /standard flow is off/],
  ['a bearer-only client', 'bearer', 'alice', /bearer-only/],
  ['a client without a consumer service', 'bare', 'alice', /has none for post/],
] as const) {
  test(`token preview: ${name} is refused as at a sign-in`, async () => {
    await assert.rejects(
      preview(username, clientId),
      (error: unknown) => error instanceof SamlStatusError && problem.test(error.reason),
    );
  });
}

test('SAML Core §8.3.2: a user without e-mail address has no such name', async () => {
  await server.changeClient('sp', { attributes: { saml_name_id_format: 'email' } });
  await assert.rejects(
    preview('bob'),
    (error: unknown) => error instanceof SamlStatusError && /bob has none/.test(error.reason),
  );
});

test('Keycloak evaluate-scopes: a response for a client of another protocol goes to its base URL', async () => {
  const { context, signIn } = await signInOf('web', 'alice');
  const response = await ASSERTION_PREVIEWS.previewResponse(context, signIn);
  assert.match(response, new RegExp(`Destination="${server.baseUrl}"`));
});
