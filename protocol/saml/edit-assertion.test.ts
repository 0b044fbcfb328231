import assert from 'node:assert/strict';
import { privateDecrypt } from 'node:crypto';
import { after, test } from 'node:test';
import type { AnswerEditWire, HoldWire } from '#protocol/contract/holds.ts';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, textOf } from '#protocol/xml/read-xml.ts';
import { changeAssertion, describeContent } from './edit-assertion.ts';
import type { Assertion } from './messages/assertion.ts';
import { SP_KEYS } from './testing/realm.ts';
import { attributesOf, elementOf, nameIdOf } from './testing/response.ts';
import { type Delivered, readDelivered, startSamlServer } from './testing/server.ts';
import { ATTRIBUTE_NAME_FORMATS } from './xml-names.ts';

const server = await startSamlServer();
after(() => server.stop());
const realmId = server.store.realms.find('demo')?.id ?? '';
const { holds } = server.testKit;

const SIGNED = {
  'saml.server.signature': 'true',
  'saml.assertion.signature': 'true',
  'saml.encrypt': 'false',
};
const EMAIL_MAPPER = {
  name: 'mail',
  protocol: 'saml',
  protocolMapper: 'saml-user-property-mapper',
  config: { 'user.attribute': 'username', 'attribute.name': 'login', 'attribute.nameformat': 'Basic' },
};

/** Alice signs in to `sp` while a hold edits the answer. */
async function signInEdited(
  attributes: Record<string, string>,
  edit: AnswerEditWire,
): Promise<{ readonly held: HoldWire; readonly delivered: Delivered }> {
  await server.changeClient('sp', {
    attributes: { ...SIGNED, ...attributes },
    protocolMappers: [EMAIL_MAPPER],
  });
  const browser = server.browser();
  const page = await server.sendRedirect(server.authnRequest(), { browser, relayState: 'r' });
  const match = { endpoint: 'saml', client: 'sp', user: 'alice' } as const;
  const id = (await holds.arm(realmId, { match }))?.id ?? '';
  const answer = browser.signIn(page, 'alice', 'alice-password');
  const held = await holds.find(realmId, id, 30_000);
  await holds.edit(realmId, id, edit);
  await holds.release(realmId, id);
  const delivered = readDelivered(await answer);
  const next = await server.sendRedirect(server.authnRequest(), { browser });
  assert.doesNotMatch(next.text, /kc-form-login/, 'the browser has its session');
  return { held, delivered };
}

async function verify(xml: string): Promise<void> {
  const key = await server.keys.verificationKey('demo', undefined, 'RS256');
  verifyElement({ root: parseXml(xml), keys: [key?.key ?? assert.fail()], allowSha1: false });
}

function assertionOf({ xml }: Delivered): string {
  return /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
}

for (const binding of ['post', 'redirect'] as const) {
  test(`test kit "holds": an assertion sent by ${binding} is edited and signed again`, async () => {
    const { held, delivered } = await signInEdited(
      { 'saml.force.post.binding': String(binding === 'post') },
      {
        assertion: {
          nameId: 'bob & co',
          audiences: ['other'],
          notOnOrAfter: '2001-01-01T00:00:00Z',
          attributes: { login: ['admin'], Role: null, tier: ['gold', 'silver'] },
        },
      },
    );
    assert.deepEqual(
      [held.state, held.assertion?.audiences, held.assertion?.attributes],
      ['held', ['sp'], { Role: ['writer', 'reader'], login: ['alice'] }],
    );
    assert.deepEqual([delivered.binding, delivered.relayState], [binding, 'r']);
    await verify(assertionOf(delivered));
    assert.equal(nameIdOf(delivered).value, 'bob & co');
    assert.equal(textOf(elementOf(delivered.root, 'Audience')), 'other');
    assert.equal(
      attributeOf(elementOf(delivered.root, 'Conditions'), 'NotOnOrAfter'),
      '2001-01-01T00:00:00.000Z',
    );
    assert.deepEqual(attributesOf(delivered), [
      ['login', 'admin'],
      ['tier', 'gold', 'silver'],
    ]);
    const [record] = server.activity
      .list()
      .records.filter(({ title }) => /login|sign-in/i.test(title))
      .slice(1);
    const shown = server.activity.find(record?.id ?? '')?.response.documents ?? [];
    assert.deepEqual(
      shown.map(({ xml }) => /bob &amp; co/.test(xml)),
      [true],
    );
  });
}

test('test kit "holds": an edited assertion is encrypted for the service provider', async () => {
  const { delivered } = await signInEdited(
    {
      'saml.encrypt': 'true',
      'saml.encryption.certificate': SP_KEYS.certificate,
      'saml.force.post.binding': 'true',
    },
    { assertion: { nameId: 'bob' } },
  );
  assert.doesNotMatch(delivered.xml, /<saml:Assertion/);
  const cipher = textOf(elementOf(elementOf(delivered.root, 'EncryptedKey'), 'CipherValue'));
  assert.ok(
    privateDecrypt({ key: SP_KEYS.privateKey, oaepHash: 'sha256' }, Buffer.from(cipher, 'base64')).length > 0,
  );
  await verify(delivered.xml);
});

const ASSERTION: Assertion = {
  id: 'a',
  issuedAt: 0,
  issuer: 'i',
  nameId: { value: 'n', format: 'f' },
  recipient: 'r',
  inResponseTo: 'q',
  confirmableUntil: 1000,
  notBefore: 2000,
  notOnOrAfter: 3000,
  audiences: ['sp'],
  oneTimeUse: false,
  authnStatement: { authenticatedAt: 4000, sessionIndex: 's', sessionEndsAt: 5000, contextClass: 'c' },
  attributes: [
    { name: 'role', nameFormat: 'uri', friendlyName: 'Role', values: ['a'] },
    { name: 'role', nameFormat: 'uri', friendlyName: undefined, values: ['b'] },
    { name: 'mail', nameFormat: 'uri', friendlyName: undefined, values: ['m'] },
  ],
};

test('test kit "holds": every member that is shown can be edited', () => {
  const edit = {
    nameId: 'N',
    nameIdFormat: 'F',
    issuer: 'I',
    recipient: 'R',
    inResponseTo: 'Q',
    confirmationNotOnOrAfter: '2030-01-01T00:00:01.000Z',
    notBefore: '2030-01-01T00:00:02.000Z',
    notOnOrAfter: '2030-01-01T00:00:03.000Z',
    audiences: ['x', 'y'],
    authnInstant: '2030-01-01T00:00:04.000Z',
    sessionIndex: 'S',
    sessionNotOnOrAfter: '2030-01-01T00:00:05.000Z',
    authnContextClass: 'C',
    attributes: { role: ['z'], mail: ['M'] },
  };
  assert.deepEqual(Object.keys(describeContent(ASSERTION)), Object.keys(edit));
  assert.deepEqual(describeContent(changeAssertion(ASSERTION, edit)), edit);
  assert.deepEqual(changeAssertion(ASSERTION, {}), ASSERTION);
});

test('test kit "holds": attributes keep their format, null removes, and an empty inResponseTo is left out', () => {
  const { attributes, inResponseTo } = changeAssertion(ASSERTION, {
    inResponseTo: '',
    attributes: { role: ['x'], mail: null, tier: ['gold'] },
  });
  assert.equal(inResponseTo, undefined);
  assert.deepEqual(
    attributes.map(({ name, nameFormat, values }) => [name, nameFormat, ...values]),
    [
      ['role', 'uri', 'x'],
      ['tier', ATTRIBUTE_NAME_FORMATS.basic, 'gold'],
    ],
  );
});

test('test kit "holds": without a statement there is nothing of it to show', () => {
  const content = describeContent({ ...ASSERTION, authnStatement: undefined, inResponseTo: undefined });
  assert.deepEqual([content.sessionIndex, content.inResponseTo], [undefined, undefined]);
  const changed = changeAssertion({ ...ASSERTION, authnStatement: undefined }, { sessionIndex: 'x' });
  assert.equal(changed.authnStatement, undefined);
});
