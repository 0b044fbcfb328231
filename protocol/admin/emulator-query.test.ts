import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseParameters } from '#protocol/http/parameters.ts';
import { AdminError } from './admin-error.ts';
import { readQuery } from './emulator-query.ts';

const ROWS = {
  limit: { kind: 'number', least: 1, most: 20, default: 5, meaning: 'most records' },
  level: { kind: 'text', choices: ['WARN', 'INFO'], anyCase: true, meaning: 'minimum level' },
  kind: { kind: 'text', choices: ['browser', 'offline'], meaning: 'kind of session' },
  reveal: { kind: 'flag', default: false, meaning: 'whether secrets are shown' },
  text: { kind: 'text', meaning: 'part of a name' },
} as const;

const LINK = {
  id: { kind: 'text', required: true, meaning: 'ID of a request' },
  action: { kind: 'text', choices: ['allow', 'deny'], required: true, meaning: 'the answer' },
} as const;

for (const [query, expected] of [
  ['limit=0', 'limit must be a whole number from 1 to 20'],
  ['limit=21', 'limit must be a whole number from 1 to 20'],
  ['limit=-1', 'limit must be a whole number from 1 to 20'],
  ['limit=1.5', 'limit must be a whole number from 1 to 20'],
  ['limit=1e1', 'limit must be a whole number from 1 to 20'],
  ['limit=%20', 'limit must be a whole number from 1 to 20'],
  ['limit=many', 'limit must be a whole number from 1 to 20'],
  ['level=loud', 'level must be one of WARN, INFO'],
  ['level=WARN,INFO', 'level must be one of WARN, INFO'],
  ['level=%3Cb%3E', 'level must be one of WARN, INFO'],
  ['kind=Browser', 'kind must be one of browser, offline'],
  ['reveal=1', 'reveal must be true or false'],
  [`text=${'x'.repeat(65_537)}`, 'text must be a string of at most 65536 characters'],
] as const) {
  test(`test kit "Routes": the query ${query.slice(0, 40)} is rejected with the name of the parameter and what it accepts`, () => {
    assert.throws(
      () => readQuery(parseParameters(query), ROWS),
      (error) => error instanceof AdminError && error.status === 400 && error.body.error === expected,
    );
  });
}

for (const [query, expected] of [
  ['', 'id is missing'],
  ['id=', 'id is missing'],
  ['id=a&id=b', 'id must be given once'],
  ['id=a', 'action is missing'],
  ['id=a&action=maybe', 'action must be one of allow, deny'],
  ['id=a&action=allow&action=deny', 'action must be given once'],
] as const) {
  test(`test kit "Routes": of required parameters, "${query}" is rejected: ${expected}`, () => {
    assert.throws(
      () => readQuery(parseParameters(query), LINK),
      (error) => error instanceof AdminError && error.status === 400 && error.body.error === expected,
    );
  });
}

test('test kit "Routes": values have the types of the table, and choices its spelling', () => {
  assert.deepEqual(
    readQuery(parseParameters('limit=20&level=warn&kind=offline&reveal=true&text=1&other=x'), ROWS),
    { limit: 20, level: 'WARN', kind: 'offline', reveal: true, text: '1' },
  );
});

test('test kit "Routes": absent and empty parameters have their default, or none', () => {
  const absent = { limit: 5, level: undefined, kind: undefined, reveal: false, text: undefined };
  assert.deepEqual(readQuery(parseParameters(''), ROWS), absent);
  assert.deepEqual(readQuery(parseParameters('limit=&level=&kind=&reveal=&text='), ROWS), absent);
});
