import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FixWire } from './fixes.ts';
import { describeFix } from './fixes.ts';

const SENTENCES: readonly (readonly [FixWire, string])[] = [
  [
    { kind: 'add-redirect-uri', client: 'web', value: 'http://a.test/' },
    'Add "http://a.test/" to redirectUris of client web.',
  ],
  [{ kind: 'allow-ciba', client: 'web' }, 'Set attribute oidc.ciba.grant.enabled of client web to true.'],
  [{ kind: 'clear-pkce-method', client: 'web' }, 'Clear attribute pkce.code.challenge.method of client web.'],
  [
    { kind: 'remove-required-action', user: 'ann', value: 'UPDATE_PASSWORD' },
    'Remove UPDATE_PASSWORD from requiredActions of user ann.',
  ],
  [{ kind: 'raise-code-lifespan', realm: 'demo' }, 'Raise accessCodeLifespan of realm demo.'],
  [{ kind: 'set-client-secret', client: 'web' }, 'Set secret of client web.'],
  [{ kind: 'create-user', user: 'ann' }, 'Create user ann.'],
];

for (const [fix, sentence] of SENTENCES)
  test(`${fix.kind} as a sentence names the setting and its owner`, () =>
    assert.equal(describeFix(fix), sentence));
