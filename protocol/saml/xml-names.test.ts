import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ATTRIBUTE_NAME_FORMATS,
  AUTHN_CONTEXT_CLASSES,
  BINDING_URNS,
  NAME_ID_FORMATS,
  NAMESPACES,
} from './xml-names.ts';

test('SAML Core §8: every name is defined once', () => {
  const names = [
    NAMESPACES,
    BINDING_URNS,
    NAME_ID_FORMATS,
    ATTRIBUTE_NAME_FORMATS,
    AUTHN_CONTEXT_CLASSES,
  ].flatMap((table) => Object.values(table));
  assert.equal(new Set(names).size, names.length);
});

test('SAML Core §8.3: each format has the SAML version that defines it', () => {
  assert.match(NAME_ID_FORMATS.unspecified, /:SAML:1\.1:/);
  assert.match(NAME_ID_FORMATS.email, /:SAML:1\.1:/);
  assert.match(NAME_ID_FORMATS.persistent, /:SAML:2\.0:/);
  assert.match(NAME_ID_FORMATS.transient, /:SAML:2\.0:/);
});
