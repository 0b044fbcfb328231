import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProfiles, type ProfileDeps } from './table.ts';

test('SAML Profiles §4: each message and binding has at most one profile', () => {
  const profiles = createProfiles({ singleLogout: { profiles: [] } } as unknown as ProfileDeps);
  const places = profiles.flatMap(({ message, bindings }) =>
    bindings.map((binding) => `${message} ${binding}`),
  );
  assert.ok(places.includes('AuthnRequest redirect') && places.includes('AuthnRequest post'));
  assert.equal(new Set(places).size, places.length);
  for (const { title } of profiles) assert.match(title, /^SAML /);
});
