import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import { MAIL_SERVER_SETTINGS } from '#protocol/contract/settings/mail-server.ts';
import { REALM_ATTRIBUTES, REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { SAML_CLIENT_ATTRIBUTES } from '#protocol/contract/settings/saml-client.ts';
import { GROUP_SETTINGS, ROLE_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { USER_SETTINGS } from '#protocol/contract/settings/user.ts';
import { credentialSections } from '../screens/clients/credential-fields.ts';
import { flowSections } from '../screens/clients/flow-fields.ts';
import { generalSections as clientSections } from '../screens/clients/general-fields.ts';
import { logoutSections } from '../screens/clients/logout-fields.ts';
import { samlGeneralSections } from '../screens/clients/saml-general-fields.ts';
import { samlKeySections } from '../screens/clients/saml-key-fields.ts';
import { samlLogoutSections } from '../screens/clients/saml-logout-fields.ts';
import { samlSignInSections } from '../screens/clients/saml-sign-in-fields.ts';
import { tokenSections } from '../screens/clients/token-fields.ts';
import { attributeSections, detailSections } from '../screens/groups/group-fields.ts';
import { cibaSections } from '../screens/realm/ciba-fields.ts';
import { eventSections } from '../screens/realm/event-fields.ts';
import { generalSections as realmSections } from '../screens/realm/general-fields.ts';
import { lifespanSections } from '../screens/realm/lifespan-fields.ts';
import { mailSections } from '../screens/realm/mail-fields.ts';
import { signInSections } from '../screens/realm/sign-in-fields.ts';
import { roleAttributeSections, roleSections } from '../screens/roles/role-fields.ts';
import { testProfile } from '../screens/users/testing/profile.ts';
import { userSections } from '../screens/users/user-fields.ts';
import type { FieldSection } from '../ui/settings-form.tsx';

/** Chosen once when the client is created, edited elsewhere on the screen, or in no console. */
const ELSEWHERE = [
  'protocol',
  'secret',
  'bearerOnly',
  'saml.signing.private.key',
  'saml.encryption.private.key',
];

const cases: readonly (readonly [string, object, readonly (readonly FieldSection[])[]])[] = [
  [
    'realm',
    { ...REALM_SETTINGS, ...REALM_ATTRIBUTES },
    [realmSections(), lifespanSections(), signInSections(), cibaSections(), eventSections()],
  ],
  [
    'client',
    { ...CLIENT_SETTINGS, ...CLIENT_ATTRIBUTES },
    [clientSections(), flowSections(false), tokenSections(), credentialSections(), logoutSections()],
  ],
  [
    'SAML client',
    SAML_CLIENT_ATTRIBUTES,
    [samlGeneralSections(), samlSignInSections(), samlKeySections(), samlLogoutSections()],
  ],
  ['user', USER_SETTINGS, [userSections(testProfile([], { isConfigured: false }))]],
  ['mail server', MAIL_SERVER_SETTINGS, [mailSections()]],
  ['group', GROUP_SETTINGS, [detailSections(), attributeSections()]],
  ['role', ROLE_SETTINGS, [roleSections(), roleAttributeSections()]],
];

for (const [what, rows, forms] of cases)
  test(`house 2a: every setting of a ${what} that has a label and an effect is in a form`, () => {
    const edited = new Set(forms.flat().flatMap(({ fields }) => fields.map(({ member }) => member)));
    const labelled = Object.entries<{ readonly label?: string; readonly effect: unknown }>({ ...rows })
      .filter(([, { label, effect }]) => label !== undefined && typeof effect === 'string')
      .map(([name]) => name);
    assert.deepEqual(
      labelled.filter((name) => !edited.has(name) && !ELSEWHERE.includes(name)),
      [],
    );
  });
