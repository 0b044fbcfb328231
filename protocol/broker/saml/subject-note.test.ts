import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSubject, SUBJECT_NOTE, writeSubject } from './subject-note.ts';

const NAME = { value: 'a<&>"b', format: 'urn:f', nameQualifier: 'q&', spNameQualifier: undefined };

test('SAML Core §3.7.1: a name identifier is read as it was noted, with its qualifiers', () =>
  assert.deepEqual(readSubject({ [SUBJECT_NOTE]: writeSubject(NAME) }), NAME));

test('SAML Core §2.2.2: a name without a format is unspecified', () => {
  const note = writeSubject({ ...NAME, format: undefined });
  assert.match(readSubject({ [SUBJECT_NOTE]: note })?.format ?? '', /unspecified$/);
});

for (const [name, notes] of [
  ['no notes', undefined],
  ['other notes', { identity_provider: 'corp' }],
  ['a note that is no XML', { [SUBJECT_NOTE]: 'ada' }],
  ['a note that is broken', { [SUBJECT_NOTE]: '<saml:NameID' }],
  ['a note of another element', { [SUBJECT_NOTE]: '<NameID>ada</NameID>' }],
] as const)
  test(`a session with ${name} has no SAML subject`, () => assert.equal(readSubject(notes), undefined));
