import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTRIBUTE_NAME_FORMATS } from '../xml-names.ts';
import { makeAttribute, spreadAttribute } from './mapper.ts';

test('SAML Core §2.7.3.1: name, format and friendly name follow the configuration', () => {
  const config = {
    'attribute.name': 'mail',
    'attribute.nameformat': 'URI Reference',
    'friendly.name': 'e-mail',
  };
  assert.deepEqual(makeAttribute(config, 'usual', ['a']), {
    name: 'mail',
    nameFormat: ATTRIBUTE_NAME_FORMATS.uri,
    friendlyName: 'e-mail',
    values: ['a'],
  });
});

test('SAML Core §8.2: any other format name is the basic format, also that of the predefined X.500 mappers', () => {
  const formatOf = (text: string): string =>
    makeAttribute({ 'attribute.nameformat': text }, 'a', []).nameFormat;
  assert.equal(formatOf('Unspecified'), ATTRIBUTE_NAME_FORMATS.unspecified);
  for (const text of ['Basic', '', 'what', 'constructor', ATTRIBUTE_NAME_FORMATS.uri])
    assert.equal(formatOf(text), ATTRIBUTE_NAME_FORMATS.basic, text);
});

test('SAML Core §2.7.3.1: values are in one attribute or in one each; without values there is no attribute', () => {
  assert.equal(spreadAttribute({}, 'a', ['x', 'y'], true).length, 1);
  assert.deepEqual(
    spreadAttribute({}, 'a', ['x', 'y'], false).map(({ values }) => values),
    [['x'], ['y']],
  );
  assert.deepEqual(spreadAttribute({}, 'a', [], true), []);
});
