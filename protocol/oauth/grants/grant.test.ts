import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseParameters } from '#protocol/http/parameters.ts';
import { defineGrant, type Grant } from './grant.ts';

test('a grant is declared with its own input type, which only its parser creates', () => {
  const grant: Grant = defineGrant<{ readonly code: string }>({
    type: 'urn:example',
    section: 'RFC 6749 §4.5',
    parameters: ['code'],
    tokenIdPrefix: 'na',
    offlineSession: 'none',
    checkAllowed: () => undefined,
    parse: (form) => ({ code: form.get('code') ?? '' }),
    authorize: ({ code }) => Promise.reject(new TypeError(code)),
  });
  assert.deepEqual(grant.parse(parseParameters('code=1')), { code: '1' });
});
