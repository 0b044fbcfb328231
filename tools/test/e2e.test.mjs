import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersBelowTests, listFailedSpecs, sumDurations, takeServers } from './e2e.mjs';

const fits = (filter, path) => new RegExp(filtersBelowTests([filter])[0]).test(path);

test('a filter matches names below e2e/, not the folder of the clone', () => {
  assert.equal(fits('saml', '/clones/saml/e2e/console.spec.ts'), false);
  assert.equal(fits('saml', '/clones/work/e2e/console-saml.spec.ts'), true);
  assert.equal(fits('conformance/ciba', '/clones/work/e2e/conformance/ciba.spec.ts'), true);
});

test('a filter may start with e2e/, like a path', () => {
  assert.equal(fits('e2e/console-saml.spec.ts', '/clones/work/e2e/console-saml.spec.ts'), true);
  assert.equal(fits('e2e/saml', '/clones/saml/e2e/console.spec.ts'), false);
});

test('Playwright options and the arguments after them are unchanged', () => {
  const args = ['--repeat-each', '3', '--grep=x', 'saml'];
  assert.deepEqual(filtersBelowTests(args), ['--repeat-each', '3', '--grep=x', '/e2e/.*saml']);
  assert.deepEqual(filtersBelowTests([]), []);
});

test('--servers is passed on as a variable, and everything else to Playwright', () => {
  assert.deepEqual(takeServers(['saml', '--servers=3', '-g', 'x']), {
    rest: ['saml', '-g', 'x'],
    environment: { UNDERSTUDY_TEST_SERVERS: '3' },
  });
  for (const args of [['--servers=many'], ['--servers'], []])
    assert.deepEqual(takeServers(args), { rest: args, environment: {} });
});

test('the duration of a file includes tests in nested suites', () => {
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

test('a failed test is listed with all its messages, so that a time limit names the step that it ended', () => {
  const failed = {
    ok: false,
    file: 'a.spec.ts',
    line: 7,
    title: 'signs in',
    tests: [
      {
        results: [{ errors: [{ message: 'Test timeout exceeded.' }, { message: 'locator.click: waiting' }] }],
      },
    ],
  };
  const passed = { ...failed, ok: true, line: 9 };
  const suite = { specs: [passed], suites: [{ specs: [failed] }] };
  assert.deepEqual(listFailedSpecs(suite), [
    'a.spec.ts:7 signs in\nTest timeout exceeded.\nlocator.click: waiting',
  ]);
  assert.deepEqual(listFailedSpecs({ specs: [passed] }), []);
});
