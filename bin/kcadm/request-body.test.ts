import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readAttributeChanges } from './apply-attributes.ts';
import { readArguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import { type JsonObject, parseJson } from './json.ts';
import {
  type BodyParts,
  checkBodyOptions,
  composeBody,
  readDocument,
  requireObject,
} from './request-body.ts';
import { createHome, createTestHost } from './testing/host.ts';

const parse = (...args: readonly string[]) =>
  readArguments(args, {
    options: ['set', 'delete', 'file', 'body', 'merge', 'noMerge'],
    takesPositional: false,
    words: 1,
  });

function compose(parts: Partial<BodyParts>, ...changes: readonly string[]): string | undefined {
  const none = { body: undefined, document: undefined, remote: undefined };
  return composeBody({ ...none, ...parts, changes: readAttributeChanges(parse(...changes)) });
}

const documentOf = (text: string) => ({ text, json: parseJson(text) });

for (const [input, message] of [
  ['', /^Document provided by --file option is empty$/],
  [' \n ', /^Document provided by --file option is empty$/],
  ['{"a": }', /^Not a valid JSON document - expected a value \(line 1, column 7\)$/],
  [
    '{"a": 1}\n{"b": 2}',
    /^Not a valid JSON document - expected the end of the document \(line 2, column 1\)$/,
  ],
] as const) {
  test(`bad input: the document ${JSON.stringify(input)} is refused`, async () => {
    await assert.rejects(
      readDocument(createTestHost({ input }), '-', true),
      (error) => error instanceof CommandError && message.test(error.message),
    );
  });
}

test('Keycloak: a missing file is named, and so is one that cannot be read', async () => {
  await assert.rejects(
    readDocument(createTestHost(), '/nowhere/f.json', true),
    /^CommandError: File not found: \/nowhere\/f\.json$/,
  );
  await assert.rejects(
    readDocument(createTestHost(), createHome(), true),
    /^CommandError: File cannot be read: .* \(EISDIR\)$/,
  );
});

for (const [title, args] of [
  ['--body and --file', ['-b', 'x', '-f', 'y']],
  ['--merge and --no-merge', ['-m', '-n']],
] as const) {
  test(`Keycloak: ${title} are mutually exclusive`, () => {
    assert.throws(
      () => checkBodyOptions(parse(...args)),
      (error) => error instanceof UsageError && error.message === `Options ${title} are mutually exclusive`,
    );
  });
}

test('Keycloak: attributes cannot be set in a text, in another media type, or in a list', () => {
  const message = /^CommandError: Can't set attributes on content of type other than application\/json/;
  assert.throws(() => compose({ body: '{}' }, '-s', 'a=1'), message);
  assert.throws(() => compose({ document: { text: 'x', json: undefined } }, '-d', 'a'), message);
  assert.throws(
    () => compose({ document: documentOf('[1, 2]') }, '-s', 'a=1'),
    /^CommandError: Not a JSON object: \[1,2\]$/,
  );
  assert.throws(() => requireObject('x'), /Not a JSON object: "x"/);
});

test('Keycloak: a document is sent as it is in the file, unless something changes it', async () => {
  const path = join(createHome(), 'f.json');
  writeFileSync(path, '\ufeff{ "a" : 1.0 }\n');
  const document = await readDocument(createTestHost(), path, true);
  assert.equal(compose({ document }), '{ "a" : 1.0 }');
  assert.equal(compose({ document }, '-s', 'b=x'), '{"a":1.0,"b":"x"}');
});

test('Keycloak: another media type is sent unread', async () => {
  const document = await readDocument(createTestHost({ input: '<xml/>\n' }), '-', false);
  assert.equal(compose({ document }), '<xml/>\n');
});

test("Keycloak: the file is laid over the server's object, then attributes are set", () => {
  const remote = (): JsonObject => parseJson('{"id":"1","a":"old","o":{"x":1}}') as JsonObject;
  const document = documentOf('{"a":"new","o":{"y":2}}');
  assert.equal(
    compose({ remote: remote(), document }, '-s', 'o.z=3'),
    '{"id":"1","a":"new","o":{"x":1,"y":2,"z":3}}',
  );
  assert.equal(compose({ remote: remote() }, '-d', 'a'), '{"id":"1","o":{"x":1}}');
});

test('Keycloak: without document and attributes there is no body', () => {
  assert.equal(compose({}), undefined);
  assert.equal(compose({}, '-s', 'a=1'), '{"a":1}');
  assert.equal(compose({ body: 'anything' }), 'anything');
  checkBodyOptions(parse('-f', 'x', '-m'));
});
