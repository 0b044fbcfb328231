import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ATTRIBUTE_NAME_FORMATS,
  AUTHN_CONTEXT_CLASSES,
  BINDING_URNS,
  NAME_ID_FORMATS,
  NAMESPACES,
} from './xml-names.ts';

test('SAML Core §8: every name is written once', () => {
  const names = [
    NAMESPACES,
    BINDING_URNS,
    NAME_ID_FORMATS,
    ATTRIBUTE_NAME_FORMATS,
    AUTHN_CONTEXT_CLASSES,
  ].flatMap((table) => Object.values(table));
  assert.equal(new Set(names).size, names.length);
});

test('SAML Core §8.3: formats of version 1.1 keep their version, those of 2.0 theirs', () => {
  assert.match(NAME_ID_FORMATS.unspecified, /:SAML:1\.1:/);
  assert.match(NAME_ID_FORMATS.email, /:SAML:1\.1:/);
  assert.match(NAME_ID_FORMATS.persistent, /:SAML:2\.0:/);
  assert.match(NAME_ID_FORMATS.transient, /:SAML:2\.0:/);
});
