import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineStep } from './authorization-facts.ts';

test('a step is declared as it is, so that the table can read what it needs and gives', () => {
  const step = defineStep({
    name: 'check-something',
    section: 'RFC 6749',
    needs: ['parameters'],
    gives: ['nonce'],
    run: (_exchange, { parameters }) => ({ nonce: parameters.get('nonce') }),
    describe: ({ nonce }) => String(nonce),
  });
  assert.deepEqual([step.needs, step.gives], [['parameters'], ['nonce']]);
});

test('the compiler refuses a step that uses a fact which it does not need', () => {
  defineStep({
    name: 'check-something',
    section: 'RFC 6749',
    needs: ['parameters'],
    gives: ['nonce'],
    // @ts-expect-error: client is not among the needs
    run: (_exchange, { client }) => ({ nonce: String(client) }),
    describe: () => '',
  });
});

test('the compiler refuses a step that does not give what it says', () => {
  defineStep({
    name: 'check-something',
    section: 'RFC 6749',
    needs: ['parameters'],
    gives: ['nonce', 'scopes'],
    // @ts-expect-error: scopes are missing
    run: () => ({ nonce: undefined }),
    describe: () => '',
  });
});
