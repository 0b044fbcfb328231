import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { NAMESPACES } from '../xml-names.ts';
import { parseAuthnRequest } from './authn-request.ts';

function requestOf(attributes: string, content = '') {
  const usual = 'ID="_a" Version="2.0" IssueInstant="2030-01-01T00:00:00Z"';
  return parseAuthnRequest(
    parseXml(
      `<samlp:AuthnRequest xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}" ${usual} ${attributes}>${content}</samlp:AuthnRequest>`,
    ),
  );
}

test('SAML Core §3.4.1: all parts of a request are read', () => {
  const request = requestOf(
    'AssertionConsumerServiceURL="http://sp.test/acs" ProtocolBinding="urn:b" ForceAuthn="1" IsPassive="false"',
    `<saml:Subject><saml:NameID Format="urn:f"> alice </saml:NameID></saml:Subject>
     <samlp:NameIDPolicy Format="urn:f" SPNameQualifier="sp" AllowCreate="true"/>
     <samlp:RequestedAuthnContext Comparison="minimum"><saml:AuthnContextClassRef>urn:c</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>`,
  );
  assert.equal(request.consumerUrl, 'http://sp.test/acs');
  assert.equal(request.protocolBinding, 'urn:b');
  assert.deepEqual([request.forceAuthn, request.isPassive], [true, false]);
  assert.deepEqual(request.subject, { value: 'alice', format: 'urn:f' });
  assert.deepEqual(request.nameIdPolicy, { format: 'urn:f', spNameQualifier: 'sp', allowCreate: true });
  assert.deepEqual(request.requestedContext, { comparison: 'minimum', classes: ['urn:c'] });
});

test('SAML Core §3.4.1: missing parts of a request are undefined', () => {
  const request = requestOf(
    'AssertionConsumerServiceURL="null"',
    '<samlp:NameIDPolicy/><samlp:Extensions><x/></samlp:Extensions>',
  );
  assert.equal(request.consumerUrl, undefined);
  assert.equal(request.consumerIndex, undefined);
  assert.deepEqual([request.forceAuthn, request.isPassive], [false, false]);
  assert.equal(request.requestedContext, undefined);
  assert.equal(request.subject, undefined);
  assert.equal(request.nameIdPolicy?.allowCreate, undefined);
});

test('SAML Core §3.3.2.2.1: the default comparison is exact; declarations name no class', () => {
  const content =
    '<samlp:RequestedAuthnContext><saml:AuthnContextDeclRef>urn:d</saml:AuthnContextDeclRef></samlp:RequestedAuthnContext>';
  assert.deepEqual(requestOf('', content).requestedContext, { comparison: 'exact', classes: [] });
});

test('SAML Core §3.4.1: values that violate the schema are rejected by name', () => {
  for (const [attributes, content, name] of [
    ['ForceAuthn="yes"', '', 'ForceAuthn'],
    ['IsPassive=""', '', 'IsPassive'],
    ['AssertionConsumerServiceIndex="65536"', '', 'AssertionConsumerServiceIndex'],
    ['AssertionConsumerServiceIndex="1.5"', '', 'AssertionConsumerServiceIndex'],
    ['', '<samlp:NameIDPolicy AllowCreate="TRUE"/>', 'AllowCreate'],
    ['', '<samlp:RequestedAuthnContext Comparison="best"/>', 'Comparison'],
    ['', '<saml:Subject><saml:BaseID/></saml:Subject>', 'BaseID'],
  ] as const)
    assert.throws(
      () => requestOf(attributes, content),
      (error) =>
        error instanceof SamlStatusError && error.code === 'invalid_token' && error.reason.includes(name),
      name,
    );
});

test('SAML Core §2.2.4: an EncryptedID has no name until it is decrypted', () => {
  const content = '<saml:Subject><saml:EncryptedID/></saml:Subject>';
  assert.equal(requestOf('', content).subject, undefined);
});

test('SAML Core §3.4.1: a second subject, policy or context is rejected', () => {
  for (const element of ['<saml:Subject/>', '<samlp:NameIDPolicy/>', '<samlp:RequestedAuthnContext/>'])
    assert.throws(() => requestOf('', element + element), XmlError, element);
});
