// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { isVaultName, SECRET_MEMBERS } from './secret-members.ts';

/** Keys that realms of Keycloak 1 had as members of their own. */
const KEYS_OF_OLD_REALMS = ['privateKey', 'codeSecret'];

test('no setting of a realm is hidden because its name is that of a secret', () => {
  const hidden = Object.keys(REALM_SETTINGS).filter((name) => SECRET_MEMBERS.has(name));
  assert.deepEqual(hidden.toSorted(), KEYS_OF_OLD_REALMS.toSorted());
  assert.ok(SECRET_MEMBERS.has('clientSecret'));
});

test('Keycloak: a value that names a secret of its vault is none itself', () => {
  assert.ok(isVaultName('${vault.smtp}'));
  for (const value of ['', 'hush', '${vault.}', 'x${vault.a}', '${vault.a}x', '${env.a}'])
    assert.equal(isVaultName(value), false, value);
});
