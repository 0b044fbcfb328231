import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineStep } from './authorization-facts.ts';

test('a declared step is unchanged, so the table can read its needs and gives', () => {
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

test('the compiler rejects a step that uses a fact missing from its needs', () => {
  defineStep({
    name: 'check-something',
    section: 'RFC 6749',
    needs: ['parameters'],
    gives: ['nonce'],
    // @ts-expect-error: client is not in needs
    run: (_exchange, { client }) => ({ nonce: String(client) }),
    describe: () => '',
  });
});

test('the compiler rejects a step that does not return what it gives', () => {
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
