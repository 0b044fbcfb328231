import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFields, readFields } from '../../ui/field.ts';
import { generalSections } from './general-fields.ts';
import { protocolSections } from './protocol-fields.ts';
import { newProviderConfig, OFFERED_TYPES } from './provider-types.ts';
import { samlSections } from './saml-fields.ts';

const FLOW = { id: '1', alias: 'my flow', topLevel: true, builtIn: false };
const fieldsOf = (type: string) =>
  [...generalSections([FLOW]), ...protocolSections(type)].flatMap(({ fields }) => fields);

for (const { id } of OFFERED_TYPES) {
  test(`console "Providers": the form of ${id} has each setting once, and accepts a new provider`, () => {
    const fields = fieldsOf(id);
    const members = fields.map(({ member }) => member);
    assert.equal(new Set(members).size, members.length);
    const config = newProviderConfig({ type: id, alias: id, clientId: '', clientSecret: '', imported: {} });
    assert.deepEqual(checkFields(fields, readFields(fields, { config })), {});
    for (const setting of Object.keys(config)) assert.ok(members.includes(setting), setting);
  });
}

test('console "Providers": a flow can be chosen if it is one of its own, or that of the realm', () => {
  const flows = [FLOW, { ...FLOW, id: '2', alias: 'inner', topLevel: false }];
  const field = generalSections(flows)
    .flatMap(({ fields }) => fields)
    .find(({ member }) => member === 'firstBrokerLoginFlowAlias');
  assert.deepEqual(field?.kind === 'choice' ? field.choices.map(({ value }) => value) : undefined, [
    '',
    'my flow',
  ]);
});

test('console "Providers": addresses are checked before they are sent', () => {
  const fields = fieldsOf('oidc');
  const problems = checkFields(fields, { ...readFields(fields, {}), tokenUrl: 'no url' });
  assert.deepEqual(Object.keys(problems), ['tokenUrl']);
});

test('OIDC Core §3.1.3.7: the place of keys is asked for only if signatures are checked', () => {
  const shown = (values: Readonly<Record<string, boolean>>) =>
    fieldsOf('oidc')
      .filter((field) => field.shown?.(values) !== false)
      .map(({ member }) => member);
  assert.ok(!shown({}).includes('jwksUrl'));
  assert.ok(shown({ validateSignature: true, useJwksUrl: true }).includes('jwksUrl'));
  assert.ok(shown({ validateSignature: true, useJwksUrl: false }).includes('publicKeySignatureVerifier'));
});

test('SAML Core §4.1: certificates are asked for unless they come from the metadata', () => {
  const field = samlSections()
    .flatMap(({ fields }) => fields)
    .find(({ member }) => member === 'signingCertificate');
  assert.equal(field?.shown?.({ validateSignature: true, useMetadataDescriptorUrl: true }), false);
  assert.equal(field?.shown?.({ validateSignature: true, useMetadataDescriptorUrl: false }), true);
});
