import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '#protocol/store/collect.ts';
import { attributeOf, textOf } from '#protocol/xml/read-xml.ts';
import { elementOf, findElement, nameIdOf, statusCodes } from './testing/response.ts';
import { readDelivered, type SamlTestServer, withSamlServer } from './testing/server.ts';
import { NAME_ID_FORMATS } from './xml-names.ts';

function policyOf(format: string, more = ''): { content: string } {
  return { content: `<samlp:NameIDPolicy Format="${format}"${more}/>` };
}

/** Opens the consent page and submits an answer. */
async function answerConsent(server: SamlTestServer, answer: Record<string, string>) {
  await server.changeClient('sp', { consentRequired: true });
  const browser = server.browser();
  const page = await server.sendRedirect(server.authnRequest(), { browser, relayState: 'r' });
  const question = await browser.follow(await browser.signIn(page, 'alice', 'alice-password'));
  const action = /action="([^"]*)"/.exec(question.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const code = /name="code" value="([^"]*)"/.exec(question.text)?.[1] ?? '';
  return { question, delivered: readDelivered(await browser.post(action, { code, ...answer })) };
}

test('SAML Core §3.2.2.2: denied consent answers RequestDenied', async () => {
  await withSamlServer(async (server) => {
    const { question, delivered } = await answerConsent(server, { cancel: 'No' });
    assert.match(question.text, /My Roles/);
    assert.deepEqual(statusCodes(delivered), ['Responder', 'RequestDenied']);
    assert.equal(delivered.relayState, 'r');
    assert.equal(server.newest().refusal?.code, 'request_denied');
  });
});

test('SAML Profiles §4.1: granted consent completes the sign-in', async () => {
  await withSamlServer(async (server) => {
    const { delivered } = await answerConsent(server, { accept: 'Yes' });
    assert.deepEqual(statusCodes(delivered), ['Success']);
  });
});

test('SAML Core §8.3: the name identifier has the requested format', async () => {
  await withSamlServer(async (server) => {
    const nameFor = async (format: string) =>
      nameIdOf(await server.signIn(server.authnRequest(policyOf(format))));
    const { unspecified, email, transient, persistent } = NAME_ID_FORMATS;
    assert.deepEqual(await nameFor(unspecified), { value: 'alice', format: unspecified });
    assert.deepEqual(await nameFor(email), { value: 'alice@example.test', format: email });
    const passing = await nameFor(transient);
    assert.match(passing.value, /^G-[0-9a-f-]{36}$/);
    assert.notEqual((await nameFor(transient)).value, passing.value);
    const lasting = await nameFor(persistent);
    assert.match(lasting.value, /^G-[0-9a-f-]{36}$/);
    assert.deepEqual(await nameFor(persistent), lasting);
  });
});

test('SAML Core §3.4.1.1: a missing e-mail address answers InvalidNameIDPolicy; AllowCreate="false" creates no name', async () => {
  await withSamlServer(async (server) => {
    const email = server.authnRequest(policyOf(NAME_ID_FORMATS.email));
    const bob = await server.signIn(email, { username: 'bob' });
    assert.deepEqual(statusCodes(bob), ['Requester', 'InvalidNameIDPolicy']);
    assert.match(server.newest().refusal?.remedy ?? '', /Give user bob an e-mail address/);
    const { persistent } = NAME_ID_FORMATS;
    const never = () => server.signIn(server.authnRequest(policyOf(persistent, ' AllowCreate="false"')));
    assert.deepEqual(statusCodes(await never()), ['Requester', 'InvalidNameIDPolicy']);
    await server.signIn(server.authnRequest(policyOf(persistent)));
    assert.deepEqual(statusCodes(await never()), ['Success']);
  });
});

test('SAML Core §3.4.1.4: a subject may be an earlier transient or a persistent name; another user is rejected', async () => {
  await withSamlServer(async (server) => {
    const asking = (name: string, format: string): string =>
      server.authnRequest({
        content: `<saml:Subject><saml:NameID Format="${format}">${name}</saml:NameID></saml:Subject>`,
      });
    const { transient, persistent } = NAME_ID_FORMATS;
    const lasting = await server.signIn(server.authnRequest(policyOf(persistent)));
    const browser = server.browser();
    const passing = await server.signIn(server.authnRequest(policyOf(transient)), { browser });
    const again = await server.signIn(asking(nameIdOf(passing).value, transient), { browser });
    assert.deepEqual(statusCodes(again), ['Success']);
    const named = asking(nameIdOf(lasting).value, persistent);
    assert.deepEqual(statusCodes(await server.signIn(named)), ['Success']);
    const stranger = asking(nameIdOf(passing).value, transient);
    assert.deepEqual(statusCodes(await server.signIn(stranger)), ['Responder', 'RequestDenied']);
    const bob = await server.signIn(asking(nameIdOf(lasting).value, persistent), { username: 'bob' });
    assert.deepEqual(statusCodes(bob), ['Responder', 'RequestDenied']);
  });
});

test('SAML Core §3.4.1.1: a client may force its format, whatever is requested', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', {
      attributes: { saml_name_id_format: 'email', saml_force_name_id_format: 'true' },
    });
    for (const format of [NAME_ID_FORMATS.persistent, 'urn:unknown'])
      assert.equal(
        nameIdOf(await server.signIn(server.authnRequest(policyOf(format)))).format,
        NAME_ID_FORMATS.email,
      );
    await server.changeClient('sp', { attributes: { saml_name_id_format: 'persistent' } });
    const policy = policyOf(NAME_ID_FORMATS.email, ' AllowCreate="false" SPNameQualifier="another"');
    assert.match(nameIdOf(await server.signIn(server.authnRequest(policy))).value, /^G-/);
  });
});

test('SAML Core §2.2.3: a mapper sets the name identifier of its format; without a value there is none', async () => {
  await withSamlServer(async (server) => {
    const mapper = {
      name: 'number',
      protocol: 'saml',
      protocolMapper: 'saml-user-attribute-nameid-mapper',
      config: { 'mapper.nameid.format': NAME_ID_FORMATS.persistent, 'user.attribute': 'email' },
    };
    await server.changeClient('sp', { protocolMappers: [mapper] });
    const request = () => server.authnRequest(policyOf(NAME_ID_FORMATS.persistent));
    assert.equal(nameIdOf(await server.signIn(request())).value, 'alice@example.test');
    assert.equal(nameIdOf(await server.signIn()).value, 'alice');
    const bob = await server.signIn(request(), { username: 'bob' });
    assert.deepEqual(statusCodes(bob), ['Requester', 'InvalidNameIDPolicy']);
  });
});

test('SAML Core §3.2.2.2: if the client is disabled during the sign-in, the user sees why and the client gets no response', async () => {
  await withSamlServer(async (server) => {
    const browser = server.browser();
    const page = await server.sendRedirect(server.authnRequest(), { browser });
    await server.changeClient('sp', { enabled: false });
    const answer = await browser.signIn(page, 'alice', 'alice-password');
    assert.equal(answer.status, 400);
    assert.match(answer.text, /Client disabled|Login requester not enabled/);
  });
});

test('SAML Core §3.2.2.2: an expired form in a signed-in browser answers AuthnFailed with its message', async () => {
  await withSamlServer(async (server) => {
    const browser = server.browser();
    const late = await server.sendRedirect(server.authnRequest({ attributes: { ForceAuthn: 'true' } }), {
      browser,
    });
    server.pass(1000);
    await server.signIn(undefined, { browser });
    server.pass(801);
    const delivered = readDelivered(await browser.signIn(late, 'alice', 'alice-password'));
    assert.deepEqual(statusCodes(delivered), ['Responder', 'AuthnFailed']);
    assert.equal(textOf(elementOf(delivered.root, 'StatusMessage')), 'authentication_expired');
  });
});

test('SAML Core §3.3.2.2.1: a user who cannot set up the required second factor gets NoAuthnContext, not a page', async () => {
  await withSamlServer(async (server) => {
    await server.changeRealm((realm) => ({
      ...realm,
      attributes: { ...realm.attributes, 'acr.loa.map': '{"urn:two":2}' },
      requiredActions: [{ alias: 'CONFIGURE_TOTP', providerId: 'CONFIGURE_TOTP', enabled: false }],
    }));
    const content =
      '<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>urn:two</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>';
    const delivered = await server.signIn(server.authnRequest({ content, attributes: { ID: 'context-1' } }));
    assert.deepEqual(statusCodes(delivered), ['Responder', 'NoAuthnContext']);
    assert.equal(attributeOf(delivered.root, 'InResponseTo'), 'context-1');
    assert.equal(findElement(delivered.root, 'Assertion'), undefined);
    assert.match(server.newest().refusal?.remedy ?? '', /acr\.loa\.map/);
  });
});

test('SAML Core §3.2.2.2: a session that ended meanwhile yields no assertion', async () => {
  await withSamlServer(async (server) => {
    const browser = server.browser();
    await server.signIn(undefined, { browser });
    const realmId = server.store.realms.find('demo')?.id ?? '';
    for (const session of await collect(server.store.sessions.list(realmId)))
      await server.store.sessions.remove(realmId, session.id);
    assert.match((await server.sendRedirect(server.authnRequest(), { browser })).text, /kc-form-login/);
  });
});
