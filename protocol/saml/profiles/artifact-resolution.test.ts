import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { toIsoText } from '#protocol/clock.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import type { TestPage } from '#protocol/login/testing/browser.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElement } from '#protocol/xml/read-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { parseArtifact, sourceIdOf } from '../artifacts.ts';
import { parseEnvelope } from '../messages/soap.ts';
import {
  describeProvider,
  logoutRequest,
  SIGNING,
  sendSoap,
  signInAt,
  statusOfAnswer,
} from '../testing/logout.ts';
import { nextId, type SamlTestServer, SP_SIGNER, signMessage, withSamlServer } from '../testing/server.ts';
import { BINDING_URNS, NAMESPACES } from '../xml-names.ts';

const ACS = { saml_artifact_binding_url: 'http://sp.test/artifact?a=1' };

const withArtifacts = (
  use: (server: SamlTestServer) => Promise<void>,
  changes: Partial<ClientRepresentation> = {},
): Promise<void> =>
  withSamlServer(use, {
    clients: [
      describeProvider('sp', { ...changes, attributes: { ...ACS, ...changes.attributes } }),
      describeProvider('other'),
    ],
  });

const wish = { attributes: { ProtocolBinding: BINDING_URNS.artifact } };

/** Signs alice in and returns the URL that carries the artifact. */
async function signInByArtifact(server: SamlTestServer, relayState?: string): Promise<URL> {
  const browser = server.browser();
  const state = relayState === undefined ? {} : { relayState };
  const page = await server.sendRedirect(server.authnRequest(wish), { browser, signer: SP_SIGNER, ...state });
  const answer = await browser.signIn(page, 'alice', 'alice-password');
  return new URL(answer.headers.get('location') ?? 'about:blank');
}

function resolveRequest(server: SamlTestServer, artifact: string, issuer = 'sp'): string {
  return `<samlp:ArtifactResolve xmlns:saml="${NAMESPACES.assertion}" xmlns:samlp="${NAMESPACES.protocol}" ID="${nextId()}" IssueInstant="${toIsoText(server.clock.now())}" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer><samlp:Artifact>${artifact}</samlp:Artifact></samlp:ArtifactResolve>`;
}

const resolve = (server: SamlTestServer, message: string): Promise<TestPage> =>
  sendSoap(server, message, { path: '/resolve' });

function embedded(page: TestPage): XmlElement | undefined {
  return childElement(parseEnvelope(page.text), NAMESPACES.protocol, 'Response');
}

test('SAML Bindings §3.6: the browser carries an artifact to the consumer service, whose query and RelayState are preserved', () =>
  withArtifacts(async (server) => {
    const url = await signInByArtifact(server, 'a&b');
    assert.equal(`${url.origin}${url.pathname}`, 'http://sp.test/artifact');
    assert.equal(url.searchParams.get('a'), '1');
    assert.equal(url.searchParams.get('RelayState'), 'a&b');
    const parsed = parseArtifact(url.searchParams.get('SAMLart') ?? '');
    assert.deepEqual(parsed, { endpointIndex: 0, sourceId: sourceIdOf(`${server.baseUrl}/realms/demo`) });
  }));

test('SAML Core §3.5.3: the service provider gets the response for its artifact once', () =>
  withArtifacts(async (server) => {
    const artifact = (await signInByArtifact(server)).searchParams.get('SAMLart') ?? '';
    const page = await resolve(server, resolveRequest(server, artifact));
    assert.equal(page.status, 200);
    const answer = parseEnvelope(page.text);
    assert.equal(statusOfAnswer({ root: answer }), 'Success');
    const response = embedded(page);
    assert.ok(response);
    assert.equal(statusOfAnswer({ root: response }), 'Success');
    assert.ok(childElement(response, NAMESPACES.assertion, 'Assertion'));
    const again = await resolve(server, resolveRequest(server, artifact));
    assert.equal(statusOfAnswer({ root: parseEnvelope(again.text) }), 'Success');
    assert.equal(embedded(again), undefined);
    assert.match(server.newest().refusal?.reason ?? '', /was exchanged before/);
  }));

test('SAML Core §5: ArtifactResponse and embedded response are both signed and can be verified separately', () =>
  withArtifacts(
    async (server) => {
      const { key } = await server.keys.signingKey('demo', 'RS256');
      const publicKey = createPublicKey(key);
      const artifact = (await signInByArtifact(server)).searchParams.get('SAMLart') ?? '';
      const page = await resolve(server, resolveRequest(server, artifact));
      const response = embedded(page);
      assert.ok(response);
      const text = writeCanonical(response);
      verifyElement({ root: parseXml(text), keys: [publicKey], allowSha1: false });
      const outer = parseEnvelope(page.text);
      const withoutInner = { ...outer, children: outer.children.filter((child) => child !== response) };
      assert.ok(childElement(withoutInner, NAMESPACES.signature, 'Signature'));
      const { SignedXml } = await import('xml-crypto');
      const { DOMParser } = await import('@xmldom/xmldom');
      const document = new DOMParser().parseFromString(page.text, 'text/xml');
      const signature = document.getElementsByTagNameNS(NAMESPACES.signature, 'Signature').item(0);
      assert.ok(signature);
      const verifier = new SignedXml({
        publicCert: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        getCertFromKeyInfo: () => null,
      });
      verifier.loadSignature(signature);
      assert.equal(verifier.checkSignature(page.text), true);
    },
    { attributes: { 'saml.server.signature': 'true' } },
  ));

test('SAML Bindings §3.6.5: another service provider gets nothing, and the artifact stays valid', () =>
  withArtifacts(async (server) => {
    const artifact = (await signInByArtifact(server)).searchParams.get('SAMLart') ?? '';
    const foreign = await resolve(server, resolveRequest(server, artifact, 'other'));
    assert.equal(statusOfAnswer({ root: parseEnvelope(foreign.text) }), 'Success');
    assert.equal(embedded(foreign), undefined);
    assert.match(server.newest().refusal?.reason ?? '', /another service provider than other/);
    assert.ok(embedded(await resolve(server, resolveRequest(server, artifact))));
  }));

test('SAML Core §3.5.3: an artifact older than accessCodeLifespan resolves to nothing', () =>
  withArtifacts(async (server) => {
    const artifact = (await signInByArtifact(server)).searchParams.get('SAMLart') ?? '';
    server.pass(61);
    assert.equal(embedded(await resolve(server, resolveRequest(server, artifact))), undefined);
    assert.match(server.newest().refusal?.remedy ?? '', /accessCodeLifespan/);
  }));

test('SAML Core §3.5.1: a request without an artifact is denied; an unknown sender or another message gets a fault', () =>
  withArtifacts(async (server) => {
    const empty = await resolve(server, resolveRequest(server, ''));
    assert.equal(statusOfAnswer({ root: parseEnvelope(empty.text) }), 'Responder RequestDenied');
    for (const [message, code] of [
      [resolveRequest(server, 'AAQ', 'nobody'), 'client_not_found'],
      [server.authnRequest(), 'invalid_token'],
    ] as const) {
      const page = await resolve(server, message);
      assert.equal(page.status, 500);
      assert.ok(page.text.includes('<soap:Fault>'));
      assert.equal(server.newest().refusal?.code, code);
    }
  }));

test('SAML Core §5: a client that must sign signs ArtifactResolve, and its Destination must be the resolution service', () =>
  withArtifacts(
    async (server) => {
      const artifact = (await signInByArtifact(server)).searchParams.get('SAMLart') ?? '';
      const unsigned = await resolve(server, resolveRequest(server, artifact));
      assert.deepEqual([unsigned.status, server.newest().refusal?.code], [500, 'invalid_signature']);
      const astray = resolveRequest(server, artifact).replace(
        ' ID=',
        ` Destination="${server.endpoint}" ID=`,
      );
      assert.equal((await resolve(server, await signMessage(astray))).status, 500);
      assert.equal(server.newest().refusal?.code, 'invalid_destination');
      const right = resolveRequest(server, artifact).replace(
        ' ID=',
        ` Destination="${server.endpoint}/resolve" ID=`,
      );
      assert.ok(embedded(await resolve(server, await signMessage(right))));
    },
    { attributes: SIGNING },
  ));

test('a client that forces artifacts always gets them, in a form if it forces POST too', () =>
  withArtifacts(
    async (server) => {
      const browser = server.browser();
      const page = await server.sendRedirect(server.authnRequest(), { browser });
      const { text } = await browser.signIn(page, 'alice', 'alice-password');
      assert.match(
        text,
        /<form name="saml-post-binding" method="post" action="http:\/\/sp\.test\/artifact\?a=1">/,
      );
      assert.match(text, /<input type="hidden" name="SAMLart" value="AAQAA/);
    },
    { attributes: { 'saml.artifact.binding': 'true', 'saml.force.post.binding': 'true' } },
  ));

test('SAML Profiles §4.4: a LogoutResponse goes by artifact if the client forces it', () =>
  withArtifacts(
    async (server) => {
      const browser = server.browser();
      await server
        .sendRedirect(server.authnRequest(), { browser })
        .then((page) => browser.signIn(page, 'alice', 'alice-password'));
      const page = await server.sendRedirect(logoutRequest(server, 'sp', { nameId: 'alice' }), { browser });
      const url = new URL(page.headers.get('location') ?? '');
      assert.equal(url.pathname, '/slo-artifact');
      const artifact = url.searchParams.get('SAMLart') ?? '';
      const answer = parseEnvelope((await resolve(server, resolveRequest(server, artifact))).text);
      const response = childElement(answer, NAMESPACES.protocol, 'LogoutResponse');
      assert.ok(response);
      assert.equal(attributeOf(response, 'Destination'), 'http://sp.test/slo-artifact');
    },
    {
      attributes: {
        'saml.artifact.binding': 'true',
        saml_single_logout_service_url_artifact: 'http://sp.test/slo-artifact',
      },
    },
  ));

test('artifacts are resolved only by POST with an XML body', () =>
  withArtifacts(async (server) => {
    assert.equal((await fetch(`${server.endpoint}/resolve`)).status, 405);
    const form = await fetch(`${server.endpoint}/resolve`, {
      method: 'POST',
      body: new URLSearchParams({ a: 'b' }),
    });
    assert.equal(form.status, 415);
    await signInAt(server, 'other', server.browser());
  }));
