import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import { parseArtifactResolve, renderArtifactResolve } from './artifact-resolve.ts';

const SENT = {
  id: '_1',
  issuedAt: Date.UTC(2030, 0, 1),
  issuer: 'http://idp.test',
  destination: 'http://sp.test/resolve',
  artifact: 'AAQAAA==',
};

test('SAML Core §3.5.1: a request survives a round trip, in canonical form', () => {
  const { head, rest } = renderArtifactResolve(SENT);
  const text = head + rest.wire;
  assert.equal(writeCanonical(parseXml(text)), head + rest.canonical);
  const { id, issuedAt, issuer, destination, artifact } = parseArtifactResolve(parseXml(text));
  assert.deepEqual({ id, issuedAt, issuer, destination, artifact }, SENT);
});

test('SAML Core §3.5.1: a missing or empty artifact is undefined', () => {
  const { head } = renderArtifactResolve(SENT);
  for (const content of ['', '<samlp:Artifact> </samlp:Artifact>'])
    assert.equal(
      parseArtifactResolve(parseXml(`${head}${content}</samlp:ArtifactResolve>`)).artifact,
      undefined,
    );
});

test('SAML Core §3.5.1: another message or a second artifact is rejected', () => {
  assert.throws(() => parseArtifactResolve(parseXml('<ArtifactResolve/>')), { code: 'invalid_token' });
  const { head, rest } = renderArtifactResolve(SENT);
  const twice =
    head +
    rest.wire.replace(
      '</samlp:ArtifactResolve>',
      `<samlp:Artifact>x</samlp:Artifact></samlp:ArtifactResolve>`,
    );
  assert.throws(() => parseArtifactResolve(parseXml(twice)), { name: 'XmlError' });
});
