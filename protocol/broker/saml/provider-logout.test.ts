import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toIsoText } from '#protocol/clock.ts';
import { signRendered } from '#protocol/saml/make-response.ts';
import { renderLogoutRequest } from '#protocol/saml/messages/logout-request.ts';
import { readDelivered } from '#protocol/saml/testing/server.ts';
import { NAME_ID_FORMATS, NAMESPACES } from '#protocol/saml/xml-names.ts';
import { collect } from '#protocol/store/collect.ts';
import { review, withProviders } from '../testing/brokering.ts';
import {
  endpointOf,
  IDP,
  SIGNER,
  SLO,
  samlProvider,
  type Waiting,
  waitFor,
} from './testing/saml-provider.ts';
import { signOutOf, withTwoRealms } from './testing/two-realms.ts';

for (const [name, config] of [
  ['HTTP-POST', {}],
  ['HTTP-Redirect', { postBindingLogout: 'false' }],
] as const)
  test(`SAML Profiles §4.4: who signs out at the provider is signed out here, and the provider is answered by ${name}`, () =>
    withTwoRealms(config, async (realms) => {
      await realms.signIn();
      const request = await signOutOf(realms.atIdp, 'idp');
      const answer = await realms.carry(request, realms.atApp);
      const page = await realms.carry(answer, realms.atIdp);
      assert.equal(page.status, 200, page.text);
      assert.deepEqual([await realms.sessions('r'), await realms.sessions('idp')], [0, 0]);
    }));

interface Changes {
  readonly nameId?: string;
  readonly format?: string;
  readonly index?: string | undefined;
  readonly issuer?: string;
  readonly destination?: string;
  readonly issuedAt?: number;
  readonly isSigned?: boolean;
  readonly tamper?: (xml: string) => string;
}

/** A LogoutRequest of the provider, brought by another browser. */
async function requestLogout(waiting: Waiting, changes: Changes = {}) {
  const { fixture } = waiting;
  const now = changes.issuedAt ?? fixture.clock.now();
  const rendered = renderLogoutRequest({
    id: '_logout',
    issuedAt: now,
    issuer: changes.issuer ?? IDP,
    destination: changes.destination ?? endpointOf(fixture),
    notOnOrAfter: now + 60_000,
    nameId: { value: changes.nameId ?? 'ada@example.com', format: changes.format ?? NAME_ID_FORMATS.email },
    sessionIndex: 'index' in changes ? changes.index : 'index-1',
  });
  const signed =
    changes.isSigned === false
      ? rendered.head + rendered.rest.wire
      : (await signRendered(SIGNER, '_logout', rendered, { samlp: NAMESPACES.protocol })).wire;
  const xml = changes.tamper?.(signed) ?? signed;
  const fields = { SAMLRequest: Buffer.from(xml).toString('base64'), RelayState: 'theirs' };
  return fixture.browser().post(endpointOf(fixture), fields);
}

/** A session of ada through the provider. */
function withSession(
  config: Readonly<Record<string, string>>,
  run: (waiting: Waiting, sessions: () => Promise<number>) => Promise<void>,
): Promise<void> {
  return withProviders(
    [samlProvider({ singleLogoutServiceUrl: SLO, ...config })],
    async (fixture, browser) => {
      const waiting = await waitFor(fixture, browser);
      const page = await waiting.send(await waiting.answer());
      const names = { username: 'ada', email: 'ada@example.com', firstName: 'Ada', lastName: 'Moreno' };
      const done = await browser.follow(await review(browser, page, names));
      assert.ok(done.leadsTo['code'], done.text);
      await run(waiting, async () => (await collect(fixture.store.sessions.list('r-id'))).length);
    },
  );
}

for (const [name, changes] of [
  ['by SessionIndex', {}],
  ['of the subject, without SessionIndex', { index: undefined }],
  ['with an unspecified format', { format: NAME_ID_FORMATS.unspecified }],
] as const)
  test(`SAML Core §3.7.3.2: sessions ${name} end, and the answer is Success with the RelayState`, () =>
    withSession({}, async (waiting, sessions) => {
      const { destination, xml, relayState } = readDelivered(await requestLogout(waiting, changes));
      assert.equal(destination, SLO);
      assert.equal(relayState, 'theirs');
      assert.match(xml, /InResponseTo="_logout"/);
      assert.match(xml, /status:Success"/);
      assert.equal(await sessions(), 0);
    }));

for (const [name, changes] of [
  ['another subject', { nameId: 'eve@example.com' }],
  ['another format', { format: NAME_ID_FORMATS.persistent }],
  ['another SessionIndex', { index: 'index-2' }],
] as const)
  test(`SAML Core §3.7.3.2: a LogoutRequest for ${name} ends no session`, () =>
    withSession({}, async (waiting, sessions) => {
      assert.match(readDelivered(await requestLogout(waiting, changes)).xml, /status:Success"/);
      assert.equal(await sessions(), 1);
    }));

for (const [name, changes, reason, config = {}] of [
  ['is not signed', { isSigned: false }, /not signed.*validateSignature/],
  ['was changed', { tamper: (xml: string) => xml.replace('ada@', 'eve@') }, /changed after it was signed/],
  ['is of another issuer', { issuer: 'https://evil.example' }, /Issuer of the LogoutRequest/],
  ['is for another address', { destination: 'https://sp.example/' }, /is for https:\/\/sp\.example/],
  ['has expired', { issuedAt: Date.UTC(2029, 0, 1) }, /was valid until 2029/],
  [
    'is another message',
    { tamper: (xml: string) => xml.replaceAll('LogoutRequest', 'AuthnRequest') },
    /is AuthnRequest/,
  ],
  ['cannot be answered', {}, /no address that a LogoutResponse/, { singleLogoutServiceUrl: '' }],
] as const)
  test(`SAML Profiles §4.4.4.1: a LogoutRequest that ${name} is refused, and the session goes on`, () =>
    withSession(config, async (waiting, sessions) => {
      const page = await requestLogout(waiting, changes);
      assert.equal(page.status, 400, toIsoText(waiting.fixture.clock.now()));
      assert.match(waiting.reasonOf(page), reason);
      assert.equal(await sessions(), 1);
    }));

test('Keycloak SAML brokering: a request without a message is refused', () =>
  withSession({}, async (waiting) => {
    const page = await waiting.browser.get(endpointOf(waiting.fixture));
    assert.match(waiting.reasonOf(page), /neither SAMLRequest nor SAMLResponse/);
  }));
