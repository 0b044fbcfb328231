import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toIsoText } from '#protocol/clock.ts';
import { computeOneTimePassword } from '#protocol/crypto/one-time-password.ts';
import { formAction, type TestPage } from '#protocol/login/testing/browser.ts';
import { attributeOf, textOf } from '#protocol/xml/read-xml.ts';
import { elementOf, statusCodes } from '../testing/response.ts';
import { readDelivered, type SamlTestServer, withSamlServer } from '../testing/server.ts';
import { AUTHN_CONTEXT_CLASSES } from '../xml-names.ts';

function contextOf(classes: readonly string[], comparison?: string): string {
  const refs = classes
    .map((name) => `<saml:AuthnContextClassRef>${name}</saml:AuthnContextClassRef>`)
    .join('');
  const attribute = comparison === undefined ? '' : ` Comparison="${comparison}"`;
  return `<samlp:RequestedAuthnContext${attribute}>${refs}</samlp:RequestedAuthnContext>`;
}

/** Sends a request that is answered with a status at once. */
async function statusFor(server: SamlTestServer, xml: string, browser = server.browser()) {
  const page = await server.sendRedirect(xml, { browser, relayState: 'r' });
  const refusal = server.refusal(page);
  const delivered = readDelivered(page);
  assert.equal(delivered.relayState, 'r');
  return { refusal, delivered, codes: statusCodes(delivered) };
}

test('SAML Profiles §4.1: a browser with a session is not asked to sign in again', async () => {
  await withSamlServer(async (server) => {
    const browser = server.browser();
    const first = await server.signIn(undefined, { browser });
    const second = readDelivered(await server.sendRedirect(server.authnRequest(), { browser }));
    assert.deepEqual(statusCodes(second), ['Success']);
    const index = (delivered: typeof first) =>
      attributeOf(elementOf(delivered.root, 'AuthnStatement'), 'SessionIndex');
    assert.equal(index(first), index(second));
  });
});

test('SAML Core §3.4.1: ForceAuthn requires a new sign-in despite a session', async () => {
  await withSamlServer(async (server) => {
    const browser = server.browser();
    await server.signIn(undefined, { browser });
    const xml = server.authnRequest({ attributes: { ForceAuthn: 'true' } });
    assert.match((await server.sendRedirect(xml, { browser })).text, /kc-form-login/);
  });
});

test('SAML Core §3.4.1: IsPassive without a session answers NoPassive, in response to the request', async () => {
  await withSamlServer(async (server) => {
    const xml = server.authnRequest({ attributes: { IsPassive: '1', ID: 'passive-1' } });
    const { codes, delivered, refusal } = await statusFor(server, xml);
    assert.deepEqual(codes, ['Responder', 'NoPassive']);
    assert.equal(attributeOf(delivered.root, 'InResponseTo'), 'passive-1');
    assert.doesNotMatch(delivered.xml, /Assertion /);
    assert.equal(refusal.code, 'no_passive');
    const refused = server.newest().decisions.filter(({ outcome }) => outcome === 'refused');
    assert.deepEqual(
      refused.map(({ rule }) => rule),
      ['find-session'],
    );
    assert.match(refusal.remedy ?? '', /IsPassive/);
  });
});

test('SAML Core §3.4.1: IsPassive with ForceAuthn or missing consent answers NoPassive; with a session it succeeds', async () => {
  await withSamlServer(async (server) => {
    const browser = server.browser();
    await server.signIn(undefined, { browser });
    const passive = { IsPassive: 'true' };
    const forced = server.authnRequest({ attributes: { ...passive, ForceAuthn: 'true' } });
    assert.deepEqual((await statusFor(server, forced, browser)).codes, ['Responder', 'NoPassive']);
    const fine = await server.sendRedirect(server.authnRequest({ attributes: passive }), { browser });
    assert.deepEqual(statusCodes(readDelivered(fine)), ['Success']);
    await server.changeClient('sp', { consentRequired: true });
    const asking = server.authnRequest({ attributes: passive });
    assert.deepEqual((await statusFor(server, asking, browser)).codes, ['Responder', 'NoPassive']);
  });
});

test('SAML Core §3.2.1: a request that is too old or from the future answers a status, and the remedy names the clock', async () => {
  await withSamlServer(async (server) => {
    for (const offset of [-1801, 61, 86_400]) {
      const IssueInstant = toIsoText(server.clock.now() + offset * 1000);
      const { refusal, codes } = await statusFor(
        server,
        server.authnRequest({ attributes: { IssueInstant } }),
      );
      assert.deepEqual(codes, ['Requester', 'RequestDenied']);
      assert.equal(refusal.rule, 'check-issue-instant');
      assert.match(refusal.remedy ?? '', /accessCodeLifespanLogin of realm demo.*clock was moved/);
    }
    for (const offset of [-1799, 59]) {
      const IssueInstant = toIsoText(server.clock.now() + offset * 1000);
      const page = await server.sendRedirect(server.authnRequest({ attributes: { IssueInstant } }));
      assert.match(page.text, /kc-form-login/);
    }
  });
});

test('SAML Core §1.3.4: a request is answered once; until then it can be repeated', async () => {
  await withSamlServer(async (server) => {
    const xml = server.authnRequest();
    const browser = server.browser();
    assert.match((await server.sendRedirect(xml, { browser })).text, /kc-form-login/);
    assert.deepEqual(statusCodes(await server.signIn(xml, { browser })), ['Success']);
    for (const other of [browser, server.browser()]) {
      const refusal = server.refusal(await server.sendRedirect(xml, { browser: other }));
      assert.deepEqual(
        [refusal.status, refusal.code, refusal.rule],
        [400, 'replayed_request', 'check-replay'],
      );
    }
    const page = await server.sendPost(xml, { browser });
    assert.equal(server.refusal(page).code, 'replayed_request');
  });
});

test('SAML Core §1.3.4: of two browsers with the same request only one is answered', async () => {
  await withSamlServer(async (server) => {
    const xml = server.authnRequest();
    const [one, two] = [server.browser(), server.browser()];
    const pages = [
      await server.sendRedirect(xml, { browser: one }),
      await server.sendRedirect(xml, { browser: two }),
    ];
    const answers = await Promise.all(
      [one, two].map((browser, index) =>
        browser.signIn(pages[index] ?? (pages[0] as never), 'alice', 'alice-password'),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 400]);
  });
});

test('SAML Core §3.4.1.1: an unsupported format or a foreign name space answers InvalidNameIDPolicy', async () => {
  await withSamlServer(async (server) => {
    for (const policy of [
      'Format="urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos"',
      'Format="urn:oasis:names:tc:SAML:2.0:nameid-format:unspecified"',
      'SPNameQualifier="other"',
    ]) {
      const { codes, refusal } = await statusFor(
        server,
        server.authnRequest({ content: `<samlp:NameIDPolicy ${policy}/>` }),
      );
      assert.deepEqual(codes, ['Requester', 'InvalidNameIDPolicy'], policy);
      assert.equal(refusal.code, 'unsupported_nameid_format');
    }
  });
});

test('SAML Core §3.3.2.2.1: an unreachable context answers NoAuthnContext before any sign-in page', async () => {
  await withSamlServer(async (server) => {
    const kerberos = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Kerberos';
    for (const content of [
      contextOf([kerberos]),
      contextOf([kerberos], 'minimum'),
      contextOf([]),
      contextOf([AUTHN_CONTEXT_CLASSES.password], 'better'),
    ]) {
      const { codes, refusal } = await statusFor(server, server.authnRequest({ content }));
      assert.deepEqual(codes, ['Responder', 'NoAuthnContext'], content);
      assert.match(refusal.remedy ?? '', /acr\.loa\.map of realm demo or client sp/);
    }
  });
});

test('SAML Core §3.3.2.2.1: the response has the class that was requested and reached, or unspecified', async () => {
  await withSamlServer(async (server) => {
    const classFor = async (content?: string): Promise<string> => {
      const xml = server.authnRequest(content === undefined ? {} : { content });
      return textOf(elementOf((await server.signIn(xml)).root, 'AuthnContextClassRef'));
    };
    const { passwordProtectedTransport, password, unspecified } = AUTHN_CONTEXT_CLASSES;
    assert.equal(await classFor(), unspecified);
    assert.equal(await classFor(contextOf([passwordProtectedTransport])), passwordProtectedTransport);
    assert.equal(await classFor(contextOf(['urn:x', password], 'minimum')), password);
    assert.equal(await classFor(contextOf([password], 'maximum')), password);
  });
});

test('SAML Core §3.3.2.2.1: a class of level 2 in acr.loa.map requires a second factor', async () => {
  await withSamlServer(async (server) => {
    await server.changeRealm((realm) => ({
      ...realm,
      attributes: {
        ...realm.attributes,
        'acr.loa.map': '{"urn:password":1,"urn:two-factors":2,"urn:three":3}',
      },
    }));
    const browser = server.browser();
    const page = await server.sendRedirect(server.authnRequest({ content: contextOf(['urn:two-factors']) }), {
      browser,
    });
    const next = await browser.follow(await browser.signIn(page, 'alice', 'alice-password'));
    assert.match(next.text, /totp/i);
    const low = server.authnRequest({ content: contextOf(['urn:password']) });
    assert.equal(textOf(elementOf((await server.signIn(low)).root, 'AuthnContextClassRef')), 'urn:password');
    const { codes } = await statusFor(server, server.authnRequest({ content: contextOf(['urn:three']) }));
    assert.deepEqual(codes, ['Responder', 'NoAuthnContext']);
  });
});

const SECRET = 'abcdefghij0123456789';

const WITH_DEVICE = {
  username: 'alice',
  credentials: [
    { type: 'password', value: 'alice-password' },
    {
      id: 'phone',
      type: 'otp',
      secretData: JSON.stringify({ value: SECRET }),
      credentialData: JSON.stringify({ subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
    },
  ],
};

test('SAML Core §3.3.2.2.1: a second factor yields the class of level 2, even if the map has numeric names', async () => {
  const attributes = { 'acr.loa.map': '{"urn:one":1,"urn:two":2,"2":1,"1":2}' };
  await withSamlServer(
    async (server) => {
      const browser = server.browser();
      const classOf = (page: TestPage): string =>
        textOf(elementOf(readDelivered(page).root, 'AuthnContextClassRef'));
      const ask = (name: string) =>
        server.sendRedirect(server.authnRequest({ content: contextOf([name]) }), { browser });
      const low = await browser.signIn(await ask('urn:one'), 'alice', 'alice-password');
      assert.equal(classOf(low), 'urn:one');
      const question = await ask('urn:two');
      const counter = Math.floor(server.clock.now() / 30_000);
      const otp = computeOneTimePassword(Buffer.from(SECRET), counter, { digits: 6, algorithm: 'HmacSHA1' });
      assert.equal(
        classOf(await browser.post(formAction(question, 'kc-otp-login-form'), { otp })),
        'urn:two',
      );
      assert.equal(classOf(await ask('urn:two')), 'urn:two');
      assert.equal(classOf(await ask('urn:one')), 'urn:one');
    },
    { attributes, users: [WITH_DEVICE] },
  );
});

test('SAML Core §3.4.1: values that violate the schema are rejected on a page that names the attribute', async () => {
  await withSamlServer(async (server) => {
    for (const [name, value] of [
      ['IsPassive', 'yes'],
      ['ForceAuthn', ''],
      ['AssertionConsumerServiceIndex', '-1'],
      ['IssueInstant', 'yesterday'],
      ['ID', '1 x'],
    ] as const) {
      if (value === '') continue;
      const refusal = server.refusal(
        await server.sendRedirect(server.authnRequest({ attributes: { [name]: value } })),
      );
      assert.deepEqual([refusal.status, refusal.code], [400, 'invalid_token'], name);
      assert.ok(refusal.reason.includes(name), refusal.reason);
    }
  });
});

test('SAML Core §3.4.1: a repeated element is rejected', async () => {
  await withSamlServer(async (server) => {
    const content = '<samlp:NameIDPolicy/><samlp:NameIDPolicy/>';
    const refusal = server.refusal(await server.sendRedirect(server.authnRequest({ content })));
    assert.deepEqual([refusal.status, refusal.code], [400, 'invalid_token']);
  });
});

test('SAML Core §3.4.1.4: the subject fills in the user name, and a sign-in as another user is rejected', async () => {
  await withSamlServer(async (server) => {
    const content = '<saml:Subject><saml:NameID>alice@example.test</saml:NameID></saml:Subject>';
    const browser = server.browser();
    const page = await server.sendRedirect(server.authnRequest({ content }), { browser });
    assert.match(page.text, /value="alice@example\.test"/);
    const bob = readDelivered(await browser.signIn(page, 'bob', 'bob-password'));
    assert.deepEqual(statusCodes(bob), ['Responder', 'RequestDenied']);
    assert.deepEqual(statusCodes(await server.signIn(server.authnRequest({ content }))), ['Success']);
  });
});

test('Keycloak SAML endpoints: a POST request redirects to the sign-in page, so that Reload does not resend the form', async () => {
  await withSamlServer(async (server) => {
    const browser = server.browser();
    const SAMLRequest = Buffer.from(server.authnRequest()).toString('base64');
    const answer = await browser.post(server.endpoint, { SAMLRequest });
    assert.equal(answer.status, 303);
    assert.equal(server.newest().outcome, 'asked');
    for (const page of [await browser.follow(answer), await browser.follow(answer)])
      assert.match(page.text, /kc-form-login/);
    const signedIn = await browser.signIn(await browser.follow(answer), 'alice', 'alice-password');
    assert.match(signedIn.text, /name="SAMLResponse"/);
  });
});
