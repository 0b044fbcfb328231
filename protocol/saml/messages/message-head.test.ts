import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { NAMESPACES } from '../xml-names.ts';
import { readIssuer, readMessageHead } from './message-head.ts';

function messageOf(attributes: string, content = '') {
  return parseXml(
    `<samlp:AuthnRequest xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}" ${attributes}>${content}</samlp:AuthnRequest>`,
  );
}

const USUAL = 'ID="_a" Version="2.0" IssueInstant="2030-01-01T00:00:00Z"';

test('SAML Core §3.2.1: the common attributes and the issuer of a message are read', () => {
  const head = readMessageHead(
    messageOf(`${USUAL} Destination="urn:d" InResponseTo="_b"`, '<saml:Issuer>\n sp </saml:Issuer>'),
  );
  assert.deepEqual(head, {
    id: '_a',
    version: '2.0',
    issuedAt: Date.UTC(2030, 0, 1),
    destination: 'urn:d',
    issuer: 'sp',
    inResponseTo: '_b',
  });
});

test('SAML Core §3.2.1: a missing or invalid ID, Version or IssueInstant is rejected by name', () => {
  for (const [attributes, name] of [
    [USUAL.replace('ID="_a"', ''), 'ID'],
    [USUAL.replace('_a', '1a'), 'ID that begins with a digit'],
    [USUAL.replace('_a', ''), 'no ID'],
    [USUAL.replace('_a', 'a b'), 'ID'],
    [USUAL.replace('_a', 'a'.repeat(513)), 'ID'],
    [USUAL.replace('Version="2.0"', ''), 'Version'],
    [USUAL.replace('2030', 'MMXXX'), 'IssueInstant'],
    ['ID="_a" Version="2.0"', 'IssueInstant'],
  ] as const)
    assert.throws(
      () => readMessageHead(messageOf(attributes)),
      (error) =>
        error instanceof SamlStatusError && error.code === 'invalid_token' && error.reason.includes(name),
      attributes,
    );
});

test('SAML Core §2.2.5: a comment does not truncate an issuer; two issuers or elements inside one are rejected', () => {
  assert.equal(readIssuer(messageOf(USUAL, '<saml:Issuer>s<!-- x -->p</saml:Issuer>')), 'sp');
  assert.equal(readIssuer(messageOf(USUAL, '<saml:Issuer/>')), undefined);
  assert.equal(readIssuer(messageOf(USUAL, '<samlp:Issuer>sp</samlp:Issuer>')), undefined);
  for (const content of [
    '<saml:Issuer>a</saml:Issuer><saml:Issuer>b</saml:Issuer>',
    '<saml:Issuer>a<x/></saml:Issuer>',
  ])
    assert.throws(() => readIssuer(messageOf(USUAL, content)), XmlError);
});
