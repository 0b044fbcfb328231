import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { AUTHORIZATION_STEPS, findMissingFacts, rowsFor, type StepRow } from './authorization-steps.ts';

/** Compat: Keycloak's order, which decides which failure is reported. */
const ORDER = [
  'check-client',
  'resolve-request',
  'check-redirect-uri',
  'check-response-type',
  'check-response-mode',
  'check-flow',
  'check-dpop',
  'check-pushed',
  'check-duplicates',
  'check-sizes',
  'check-scope',
  'check-nonce',
  'check-pkce',
  'check-interaction',
  'check-claims',
  'check-acr',
  'check-action',
  'check-subject',
];

test('the order of checks is the documented one', () => {
  assert.deepEqual(
    rowsFor('authorization').map(({ step }) => step.name),
    ORDER,
  );
});

test('every fact that a step needs is given by an earlier step', () => {
  for (const endpoint of ['authorization', 'registration', 'pushed'] as const)
    assert.deepEqual(findMissingFacts(endpoint), []);
});

test('RFC 9126 §2.1: a pushed request gets the same checks as one from the browser, except browser-only ones', () => {
  const left = new Set(['check-client', 'check-pushed']);
  assert.deepEqual(
    rowsFor('pushed').map(({ step }) => step.name),
    ORDER.filter((name) => !left.has(name)),
  );
});

test('RFC 6749 §4.1.2.1: no failure goes to the client before its redirect URI is checked', () => {
  const redirect = ORDER.indexOf('check-redirect-uri');
  const early = AUTHORIZATION_STEPS.slice(0, redirect + 1);
  assert.deepEqual(
    early.map((row) => row.failure),
    ['page', 'page', 'page'],
  );
});

test('a step placed before one that it needs is reported', () => {
  const [client, request, ...rest] = AUTHORIZATION_STEPS;
  assert.ok(client !== undefined && request !== undefined);
  const swapped = [request, client, ...rest];
  assert.deepEqual(findMissingFacts('authorization', swapped), ['resolve-request needs client']);
});

/** All pairs of rows where the later one needs a fact that the earlier one gives. */
function* listDependentPairs(): Generator<readonly [earlier: number, later: number, fact: string]> {
  for (const [later, { step }] of AUTHORIZATION_STEPS.entries()) {
    for (const [earlier, row] of AUTHORIZATION_STEPS.slice(0, later).entries()) {
      for (const fact of row.step.gives) if (step.needs.includes(fact)) yield [earlier, later, fact];
    }
  }
}

test('swapping two rows of which one needs the other is reported', () => {
  const pairs = [...listDependentPairs()];
  assert.ok(pairs.length > 0);
  for (const [earlier, later, fact] of pairs) {
    const [first, second] = [AUTHORIZATION_STEPS[earlier], AUTHORIZATION_STEPS[later]];
    assert.ok(first !== undefined && second !== undefined);
    const swapped = AUTHORIZATION_STEPS.with(earlier, second).with(later, first);
    const sentence = `${second.step.name} needs ${fact}`;
    assert.ok(findMissingFacts('authorization', swapped).includes(sentence), sentence);
  }
});

test('a failure that would go to an unchecked redirect URI is reported', () => {
  const rows: StepRow[] = AUTHORIZATION_STEPS.map((row) => ({ ...row, failure: 'client' }));
  assert.match(findMissingFacts('authorization', rows)[0] ?? '', /check-client answers the client before/);
});

test('each fact is given by exactly one step', () => {
  const given = AUTHORIZATION_STEPS.flatMap(({ step }) => step.gives);
  assert.equal(new Set(given).size, given.length);
});

test('each step has a file of its name and a test', () => {
  for (const { step } of AUTHORIZATION_STEPS) {
    for (const ending of ['ts', 'test.ts']) {
      assert.ok(existsSync(new URL(`steps/${step.name}.${ending}`, import.meta.url)), step.name);
    }
  }
});
