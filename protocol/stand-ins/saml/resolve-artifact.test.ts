import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { NAMED, signInAtSaml } from '#protocol/broker/saml/testing/saml-stand-in.ts';
import { buttonOf, provider, standInAction, withProviders } from '#protocol/broker/testing/brokering.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import type { LoginFixture } from '#protocol/login/testing/login-fixture.ts';
import { createArtifact } from '#protocol/saml/artifacts.ts';
import { renderArtifactResolve } from '#protocol/saml/messages/artifact-resolve.ts';
import { parseArtifactResponse } from '#protocol/saml/messages/artifact-response.ts';
import { parseEnvelope, renderEnvelope } from '#protocol/saml/messages/soap.ts';
import { statusOfAnswer } from '#protocol/saml/testing/logout.ts';
import { nextId, signMessage } from '#protocol/saml/testing/server.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';

type Config = Readonly<Record<string, string>>;

const saml = (alias: string, config: Config = {}) =>
  provider(alias, 'saml', {
    singleSignOnServiceUrl: 'https://idp.example/sso',
    artifactBindingResponse: 'true',
    ...config,
  });

/** Members of ArtifactResolve that differ from those of the realm. */
interface Changes {
  readonly artifact?: string;
  readonly issuer?: string;
  readonly destination?: string;
  readonly alias?: string;
  readonly edit?: (message: string) => Promise<string> | string;
  /** What is posted instead of an envelope. */
  readonly text?: string;
}

interface Resolved {
  readonly status: number;
  readonly text: string;
  /** The ArtifactResponse. @throws {SamlStatusError} if the answer is a fault. */
  answer(): XmlElement;
  /** The message inside. */
  message(): XmlElement | undefined;
}

interface Issued {
  readonly fixture: LoginFixture;
  readonly artifact: string;
  resolve(changes?: Changes): Promise<Resolved>;
  /** Why the newest ArtifactResolve got no message. */
  reason(): string;
}

async function post(url: string, body: string): Promise<Resolved> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
  const text = await response.text();
  const answer = (): XmlElement => parseEnvelope(text);
  return { status: response.status, text, answer, message: () => parseArtifactResponse(answer()).message };
}

/** A person has signed in at the stand-in, and the realm has not yet resolved the artifact. */
function withArtifact(run: (issued: Issued) => Promise<void>, config: Config = {}): Promise<void> {
  return withProviders(
    [saml('corp', config), saml('other'), provider('web', 'google')],
    async (fixture, browser) => {
      const { baseUrl, clock, activity } = fixture;
      const page = await browser.follow(await browser.get(buttonOf(await browser.open(), 'corp')));
      const brought = await browser.post(standInAction(page), { person: '0' });
      const artifact = new URL(brought.headers.get('location') ?? '').searchParams.get('SAMLart') ?? '';
      const resolve: Issued['resolve'] = async (changes = {}) => {
        const url = `${baseUrl}/stand-ins/r/${changes.alias ?? 'corp'}/saml/resolve`;
        const usual = { id: nextId(), issuedAt: clock.now(), issuer: `${baseUrl}/realms/r`, artifact };
        const { head, rest } = renderArtifactResolve({ destination: url, ...usual, ...changes });
        const message = await (changes.edit ?? String)(head + rest.wire);
        return post(url, changes.text ?? renderEnvelope({ body: message }));
      };
      const reason = () => {
        const [newest] = activity.list().records;
        const { reason = '', remedy = '' } =
          activity.find(newest?.id ?? '', { reveal: false })?.refusal ?? {};
        return `${reason} ${remedy}`;
      };
      await run({ fixture, artifact, resolve, reason });
    },
  );
}

const realmKeys = ({ store }: LoginFixture) =>
  (store.realms.find('r')?.components?.[KEY_PROVIDER] ?? []).flatMap(({ config = {} }) =>
    (config['certificate'] ?? []).map((text) => new X509Certificate(Buffer.from(text, 'base64')).publicKey),
  );

test('SAML Profiles §5: the realm gets the Response for its artifact, in an ArtifactResponse that the stand-in has signed', () =>
  withArtifact(async ({ fixture, resolve }) => {
    const { status, answer, message } = await resolve();
    assert.equal(status, 200);
    const trust = { keys: realmKeys(fixture), allowSha1: false, hasSignedParts: true };
    const { issuer, inResponseTo } = parseArtifactResponse(verifyElement({ ...trust, root: answer() }));
    assert.equal(issuer, `${fixture.baseUrl}/stand-ins/r/corp`);
    assert.match(inResponseTo ?? '', /^_test-/);
    assert.equal(message()?.localName, 'Response');
  }));

test('SAML Core §3.5.3: an artifact is resolved once', () =>
  withArtifact(async ({ resolve, reason }) => {
    assert.ok((await resolve()).message());
    const again = await resolve();
    assert.equal(statusOfAnswer({ root: again.answer() }), 'Success');
    assert.equal(again.message(), undefined);
    assert.match(reason(), /was exchanged before/);
  }));

test('SAML Core §3.5.3: of two requests at the same moment, one gets the Response', () =>
  withArtifact(async ({ resolve }) => {
    const both = await Promise.all([resolve(), resolve()]);
    assert.equal(both.filter(({ message }) => message() !== undefined).length, 1);
  }));

test('SAML Bindings §3.6.5: after a minute, an artifact refers to nothing', () =>
  withArtifact(async ({ fixture, resolve, reason }) => {
    fixture.clock.setOffsetMs(fixture.clock.offsetMs + 60_001);
    const { answer, message } = await resolve();
    assert.deepEqual([statusOfAnswer({ root: answer() }), message()], ['Success', undefined]);
    assert.match(reason(), /older than 60 seconds/);
  }));

for (const [name, changes, expected] of [
  ['another service provider', { issuer: 'urn:evil' }, /made for another service provider than urn:evil/],
  ['the same one at another provider', { alias: 'other' }, /made for another service provider/],
  ['anyone with an artifact that was never issued', { artifact: createArtifact('urn:x') }, /not known/],
] as const)
  test(`SAML Bindings §3.6.5: ${name} gets a success without a message, and the artifact stays valid`, () =>
    withArtifact(async ({ resolve, reason }) => {
      const { status, answer, message } = await resolve(changes);
      assert.deepEqual([status, statusOfAnswer({ root: answer() })], [200, 'Success']);
      assert.equal(message(), undefined);
      assert.match(reason(), expected);
      assert.ok((await resolve()).message());
    }));

test('SAML Core §3.5.1: a request without an artifact is denied', () =>
  withArtifact(async ({ resolve }) => {
    const { answer, message } = await resolve({ artifact: '' });
    assert.deepEqual([statusOfAnswer({ root: answer() }), message()], ['Responder RequestDenied', undefined]);
  }));

for (const [name, changes, expected] of [
  ['another address', { destination: 'http://evil.example/resolve' }, /is for http:\/\/evil\.example/],
  [
    'an AuthnRequest',
    { edit: (xml: string) => xml.replaceAll('ArtifactResolve', 'AuthnRequest') },
    /not an ArtifactResolve/,
  ],
  ['a message without an ID', { edit: (xml: string) => xml.replace(/ ID="[^"]*"/, '') }, /has no ID/],
  [
    'two artifacts',
    { edit: (xml: string) => xml.replace(/<samlp:Artifact>.*<\/samlp:Artifact>/, '$&$&') },
    /violates the SAML schema/,
  ],
  ['text that is not XML', { text: 'SAMLart' }, /cannot be read/],
  ['an envelope without a message', { text: renderEnvelope({ body: '' }) }, /0 elements/],
  ['a provider that sends no artifacts', { alias: 'web' }, /has the type "google".*type saml/],
] as const)
  test(`SAML Bindings §3.2.3.3: a request with ${name} gets a fault`, () =>
    withArtifact(async ({ resolve, reason }) => {
      const { status, text } = await resolve(changes);
      assert.equal(status, 500);
      assert.match(text, /<soap:Fault><faultcode>soap:Client/);
      assert.match(reason(), expected);
    }));

test('SAML Bindings §3.6.6: if the settings have the realm sign, an unsigned or foreign ArtifactResolve gets a fault', () =>
  withArtifact(
    async ({ resolve, reason }) => {
      assert.equal((await resolve()).status, 500);
      assert.match(reason(), /ArtifactResolve does not count.*wantAuthnRequestsSigned/);
      assert.equal((await resolve({ edit: (xml) => signMessage(xml) })).status, 500);
      assert.match(reason(), /ArtifactResolve does not count/);
    },
    { wantAuthnRequestsSigned: 'true' },
  ));

test('an artifact is not resolved for a provider that is asked itself', () =>
  withArtifact(async ({ fixture, resolve }) => {
    await fixture.store.realms.update('r', (realm) => ({
      ...realm,
      identityProviders: [saml('corp', { 'understudy.stand-in': 'never' })] as never,
    }));
    assert.equal((await resolve()).status, 404);
  }));

test('SAML Core §3.2.2: the server resolves artifacts of browsers that know it under another host name', () =>
  withProviders(
    [saml('corp', { validateSignature: 'true', wantAuthnRequestsSigned: 'true' })],
    async ({ baseUrl, store }) => {
      const browser = new LoginBrowser(baseUrl.replace('127.0.0.1', 'localhost'));
      const page = await signInAtSaml(browser, 'corp', 'ada@example.com');
      assert.ok(page.leadsTo['code'], page.text);
      assert.ok(await store.users.findByEmail('r-id', 'ada@example.com'));
    },
    NAMED,
  ));
