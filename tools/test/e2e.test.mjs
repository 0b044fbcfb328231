import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersBelowTests, sumDurations } from './e2e.mjs';

const fits = (filter, path) => new RegExp(filtersBelowTests([filter])[0]).test(path);

test('a filter chooses by the names below e2e/, not by the folder of the clone', () => {
  assert.equal(fits('saml', '/clones/saml/e2e/console.spec.ts'), false);
  assert.equal(fits('saml', '/clones/work/e2e/console-saml.spec.ts'), true);
  assert.equal(fits('conformance/ciba', '/clones/work/e2e/conformance/ciba.spec.ts'), true);
});

test('a filter may begin with e2e/, as a path does', () => {
  assert.equal(fits('e2e/console-saml.spec.ts', '/clones/work/e2e/console-saml.spec.ts'), true);
  assert.equal(fits('e2e/saml', '/clones/saml/e2e/console.spec.ts'), false);
});

test('options of Playwright and what follows them stay as they are', () => {
  const args = ['--repeat-each', '3', '--grep=x', 'saml'];
  assert.deepEqual(filtersBelowTests(args), ['--repeat-each', '3', '--grep=x', '/e2e/.*saml']);
  assert.deepEqual(filtersBelowTests([]), []);
});

test('the durations of a file are those of all its tests, in suites inside it, too', () => {
  const spec = (file, ...durations) => ({
    file,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const suites = [
    { specs: [spec('a.spec.ts', 100)], suites: [{ specs: [spec('a.spec.ts', 20, 3)] }] },
    { specs: [spec('b.spec.ts', 7)] },
  ];
  assert.deepEqual(sumDurations(suites), [
    ['e2e/a.spec.ts', 123],
    ['e2e/b.spec.ts', 7],
  ]);
});
