import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { hashPassword } from '#protocol/crypto/password-hash.ts';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import { collect } from '#protocol/store/collect.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElement } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { describeProvider, logoutRequest, SIGNING, sendSoap, statusOfAnswer } from '../testing/logout.ts';
import { type SamlTestServer, signMessage, withSamlServer } from '../testing/server.ts';
import { NAMESPACES } from '../xml-names.ts';

const ALLOWED = { 'saml.allow.ecp.flow': 'true' };

const withEcp = (
  use: (server: SamlTestServer) => Promise<void>,
  changes: Partial<ClientRepresentation> = {},
  realm: Partial<RealmRepresentation> = {},
): Promise<void> =>
  withSamlServer(use, {
    clients: [describeProvider('sp', { ...changes, attributes: { ...ALLOWED, ...changes.attributes } })],
    ...realm,
  });

const basic = (username: string, password = `${username}-password`): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

interface Answer {
  readonly header: XmlElement | undefined;
  readonly response: XmlElement;
}

function readAnswer({ text }: TestPage): Answer {
  const envelope = parseXml(text);
  const body = childElement(envelope, NAMESPACES.soap, 'Body');
  const response = body === undefined ? undefined : childElement(body, NAMESPACES.protocol, 'Response');
  if (response === undefined) throw new TypeError(`no Response in ${text}`);
  return { header: childElement(envelope, NAMESPACES.soap, 'Header'), response };
}

test('SAML Profiles §4.2.4.5: correct credentials are answered with a Response and the header for the client', () =>
  withEcp(async (server) => {
    const request = server.authnRequest({ attributes: { ID: '_ecp', Destination: '' } });
    const page = await sendSoap(server, request, { headers: basic('alice') });
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/xml/);
    const { header, response } = readAnswer(page);
    assert.equal(statusOfAnswer({ root: response }), 'Success');
    assert.equal(attributeOf(response, 'InResponseTo'), '_ecp');
    const assertion = childElement(response, NAMESPACES.assertion, 'Assertion');
    assert.ok(assertion);
    const ecp = header === undefined ? undefined : childElement(header, NAMESPACES.ecp, 'Response');
    assert.ok(ecp);
    assert.equal(attributeOf(ecp, 'AssertionConsumerServiceURL'), 'http://sp.test/acs');
    assert.equal(attributeOf(ecp, 'AssertionConsumerServiceURL'), attributeOf(response, 'Destination'));
    assert.equal(attributeOf(ecp, 'mustUnderstand', NAMESPACES.soap), '1');
    assert.equal(attributeOf(ecp, 'actor', NAMESPACES.soap), 'http://schemas.xmlsoap.org/soap/actor/next');
  }));

test('SAML Profiles §4.2.4.4: for a client that must sign, the response has RequestAuthenticated', () =>
  withEcp(
    async (server) => {
      const page = await sendSoap(server, await signMessage(server.authnRequest()), {
        headers: basic('alice'),
      });
      const { header } = readAnswer(page);
      assert.ok(header !== undefined && childElement(header, NAMESPACES.ecp, 'RequestAuthenticated'));
      const refused = await sendSoap(server, server.authnRequest(), { headers: basic('alice') });
      assert.equal(refused.status, 500);
      assert.ok(refused.text.includes('<faultstring>invalidRequesterMessage</faultstring>'));
    },
    { attributes: SIGNING },
  ));

test('a session created by ECP can be ended by its SessionIndex', () =>
  withEcp(async (server) => {
    const { response } = readAnswer(
      await sendSoap(server, server.authnRequest(), { headers: basic('alice') }),
    );
    const assertion = childElement(response, NAMESPACES.assertion, 'Assertion') ?? response;
    const statement = childElement(assertion, NAMESPACES.assertion, 'AuthnStatement') ?? response;
    const sessionIndex = attributeOf(statement, 'SessionIndex') ?? '';
    const sessions = async (): Promise<number> =>
      (await collect(server.store.sessions.list(server.store.realms.find('demo')?.id ?? ''))).length;
    assert.equal(await sessions(), 1);
    await sendSoap(server, logoutRequest(server, 'sp', { nameId: 'alice', sessionIndex }));
    assert.equal(await sessions(), 0);
  }));

for (const [why, headers] of [
  ['no Authorization', {}],
  ['another scheme', { authorization: 'Bearer x' }],
  ['malformed credentials', { authorization: 'Basic !!' }],
] as const) {
  test(`RFC 7617 §2: ${why} answers a challenge and a fault`, () =>
    withEcp(async (server) => {
      const page = await sendSoap(server, server.authnRequest(), { headers });
      assert.equal(page.status, 401);
      assert.equal(page.headers.get('www-authenticate'), 'Basic realm="demo", charset="UTF-8"');
      assert.ok(page.text.includes('<soap:Fault>'));
    }));
}

for (const [why, headers, status] of [
  ['a wrong password', basic('alice', 'wrong'), 'Responder AuthnFailed'],
  ['an unknown user', basic('nobody'), 'Responder AuthnFailed'],
  ['a pending required action', basic('todo'), 'Responder NoPassive'],
] as const) {
  test(`SAML Profiles §4.2.4.5: ${why} answers a status without an assertion`, () =>
    withEcp(async (server) => {
      const { response } = readAnswer(await sendSoap(server, server.authnRequest(), { headers }));
      assert.equal(statusOfAnswer({ root: response }), status);
      assert.equal(childElement(response, NAMESPACES.assertion, 'Assertion'), undefined);
      assert.ok(server.newest().refusal?.remedy);
    }));
}

test('a locked user is rejected despite the correct password', () =>
  withEcp(
    async (server) => {
      for (let count = 0; count < 3; count += 1)
        await sendSoap(server, server.authnRequest(), { headers: basic('alice', 'wrong') });
      const locked = await sendSoap(server, server.authnRequest(), { headers: basic('alice') });
      assert.equal(statusOfAnswer({ root: readAnswer(locked).response }), 'Responder AuthnFailed');
      assert.match(server.newest().refusal?.reason ?? '', /Brute-force detection has locked/);
    },
    {},
    { bruteForceProtected: true, failureFactor: 2, quickLoginCheckMilliSeconds: 0 },
  ));

test('of twenty concurrent passwords only failureFactor many are checked', async () => {
  const users = [{ username: 'alice', credentials: [await hashPassword('alice-password', 0)] }];
  await withEcp(
    async (server) => {
      const headers = basic('alice', 'wrong');
      await Promise.all(
        Array.from({ length: 20 }, () => sendSoap(server, server.authnRequest(), { headers })),
      );
      const reasons = server.activity.list().records.map(({ refusal }) => refusal?.reason ?? '');
      assert.equal(reasons.filter((reason) => /is not that of user alice/.test(reason)).length, 5);
      assert.equal(reasons.filter((reason) => /has locked user alice/.test(reason)).length, 15);
    },
    {},
    { bruteForceProtected: true, failureFactor: 5, users },
  );
});

test('without saml.allow.ecp.flow the response is a fault, and the setting is named', () =>
  withEcp(
    async (server) => {
      const page = await sendSoap(server, server.authnRequest(), { headers: basic('alice') });
      assert.equal(page.status, 500);
      assert.match(server.newest().refusal?.remedy ?? '', /saml\.allow\.ecp\.flow of client sp/);
    },
    { attributes: { 'saml.allow.ecp.flow': 'false' } },
  ));

test('required consent, or a context that needs more than a password, is rejected because there are no pages', () =>
  withEcp(
    async (server) => {
      const page = await sendSoap(server, server.authnRequest(), { headers: basic('alice') });
      assert.equal(statusOfAnswer({ root: readAnswer(page).response }), 'Responder NoPassive');
      const content =
        '<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>urn:strong</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>';
      const strong = await sendSoap(server, server.authnRequest({ content }), { headers: basic('alice') });
      assert.equal(statusOfAnswer({ root: readAnswer(strong).response }), 'Responder NoAuthnContext');
    },
    { consentRequired: true },
  ));

test('SAML Core §1.3.4: a replayed request is rejected', () =>
  withEcp(async (server) => {
    const request = server.authnRequest();
    await sendSoap(server, request, { headers: basic('alice') });
    const again = await sendSoap(server, request, { headers: basic('alice') });
    assert.equal(again.status, 500);
    assert.equal(server.newest().refusal?.code, 'replayed_request');
  }));

for (const [what, text, reason] of [
  ['text that is not XML', 'hello', /cannot be read/],
  ['another root element', '<a/>', /root element is a/],
  ['no body', `<e:Envelope xmlns:e="${NAMESPACES.soap}"/>`, /has no Body/],
  ['an empty body', `<e:Envelope xmlns:e="${NAMESPACES.soap}"><e:Body/></e:Envelope>`, /holds 0 elements/],
  ['a document type', '<!DOCTYPE a><a/>', /document type declaration is not allowed/],
] as const) {
  test(`SAML Bindings §3.2.3.3: ${what} answers a fault with status 500`, () =>
    withEcp(async (server) => {
      const response = await fetch(server.endpoint, {
        method: 'POST',
        headers: { 'content-type': 'text/xml' },
        body: text,
      });
      assert.equal(response.status, 500);
      const envelope = await response.text();
      assert.ok(envelope.includes('<faultcode>soap:Client</faultcode>'));
      assert.match(server.newest().refusal?.reason ?? '', reason);
    }));
}
