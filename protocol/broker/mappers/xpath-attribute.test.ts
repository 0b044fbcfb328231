import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { mapperInput } from '../testing/mapper-input.ts';
import type { SamlAttribute } from './mapper.ts';
import { attributeByPath } from './xpath-attribute.ts';

const ROOT = '/root';
const PERSON = '<p:Person xmlns:p="urn:p"><p:First>Ada</p:First><p:Team>a</p:Team></p:Person>';
const CONFIG = { 'attribute.xpath': '//p:First', 'attribute.name': 'person', 'user.attribute': 'firstName' };

const apply = (config: Readonly<Record<string, string>>, ...attributes: readonly SamlAttribute[]) =>
  attributeByPath(mapperInput(config, { attributes }));
const valuesOf = (...given: Parameters<typeof apply>) =>
  apply(...given).effects.flatMap((effect) => (effect.kind === 'attribute' ? effect.values : []));

test('Keycloak saml-xpath-attribute-idp-mapper: a value that is XML is read in an element root', () => {
  const { effects } = apply(CONFIG, { name: 'person', values: [PERSON] });
  assert.deepEqual(effects, [{ kind: 'attribute', name: 'firstName', values: ['Ada'] }]);
  const path = `${ROOT}/p:Person/p:Team`;
  assert.deepEqual(valuesOf({ ...CONFIG, 'attribute.xpath': path }, { name: 'person', values: [PERSON] }), [
    'a',
  ]);
});

test('Keycloak saml-xpath-attribute-idp-mapper: a value with elements is read as it is', () => {
  const element = parseXml(`<saml:AttributeValue xmlns:saml="urn:s">${PERSON}</saml:AttributeValue>`);
  assert.deepEqual(valuesOf(CONFIG, { name: 'person', values: ['Adaa'], elements: [element] }), ['Ada']);
});

test('Keycloak saml-xpath-attribute-idp-mapper: a text is the text of root, also if it is no XML', () => {
  const config = { ...CONFIG, 'attribute.xpath': ROOT };
  assert.deepEqual(valuesOf(config, { name: 'person', values: ['a & b', 'c', ''] }), ['a & b', 'c']);
});

test('Keycloak saml-xpath-attribute-idp-mapper: friendly names count, and without a name all attributes are read', () => {
  const { 'attribute.name': _name, ...unnamed } = CONFIG;
  const one: SamlAttribute = { name: 'urn:1', friendlyName: 'person', values: [PERSON] };
  const other: SamlAttribute = { name: 'urn:2', values: [PERSON.replace('Ada', 'Bo')] };
  assert.deepEqual(valuesOf(CONFIG, one, other), ['Ada']);
  assert.deepEqual(valuesOf({ ...unnamed, 'attribute.friendly.name': 'person' }, one, other), ['Ada']);
  assert.deepEqual(valuesOf(unnamed, one, other), ['Ada', 'Bo']);
});

test('Keycloak saml-xpath-attribute-idp-mapper: what is not found leaves the user as it is', () => {
  for (const value of [PERSON.replaceAll('First', 'Last'), 'x', '<broken', '<!DOCTYPE a><a/>']) {
    const { effects, said } = apply(CONFIG, { name: 'person', values: [value] });
    assert.deepEqual(effects, []);
    assert.match(said, /nothing is found by \/\/p:First/);
  }
});

test('bad input: missing settings, other expressions and answers of another protocol are reported', () => {
  const said = (config: Readonly<Record<string, string>>) =>
    apply(config, { name: 'person', values: [PERSON] }).said;
  assert.match(said({ 'attribute.xpath': '//a' }), /user\.attribute is missing/);
  assert.match(said({ 'user.attribute': 'a' }), /attribute\.xpath is missing/);
  assert.match(said({ ...CONFIG, 'attribute.xpath': 'count(//a)' }), /no path of elements and attributes/);
  assert.match(attributeByPath(mapperInput(CONFIG)).said, /not a SAML assertion/);
});
