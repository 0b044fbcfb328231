import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT_ATTRIBUTES, CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import { MAIL_SERVER_SETTINGS } from '#protocol/contract/settings/mail-server.ts';
import { REALM_ATTRIBUTES, REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import { SAML_CLIENT_ATTRIBUTES } from '#protocol/contract/settings/saml-client.ts';
import { GROUP_SETTINGS, ROLE_SETTINGS } from '#protocol/contract/settings/shared.ts';
import { USER_SETTINGS } from '#protocol/contract/settings/user.ts';
import { CREDENTIAL_SECTIONS } from '../screens/clients/credential-fields.ts';
import { flowSections } from '../screens/clients/flow-fields.ts';
import { GENERAL_SECTIONS as CLIENT_SECTIONS } from '../screens/clients/general-fields.ts';
import { LOGOUT_SECTIONS } from '../screens/clients/logout-fields.ts';
import { SAML_GENERAL_SECTIONS } from '../screens/clients/saml-general-fields.ts';
import { SAML_KEY_SECTIONS } from '../screens/clients/saml-key-fields.ts';
import { SAML_LOGOUT_SECTIONS } from '../screens/clients/saml-logout-fields.ts';
import { SAML_SIGN_IN_SECTIONS } from '../screens/clients/saml-sign-in-fields.ts';
import { TOKEN_SECTIONS } from '../screens/clients/token-fields.ts';
import { ATTRIBUTE_SECTIONS, DETAIL_SECTIONS } from '../screens/groups/group-fields.ts';
import { CIBA_SECTIONS } from '../screens/realm/ciba-fields.ts';
import { EVENT_SECTIONS } from '../screens/realm/event-fields.ts';
import { GENERAL_SECTIONS as REALM_SECTIONS } from '../screens/realm/general-fields.ts';
import { LIFESPAN_SECTIONS } from '../screens/realm/lifespan-fields.ts';
import { mailSections } from '../screens/realm/mail-fields.ts';
import { SIGN_IN_SECTIONS } from '../screens/realm/sign-in-fields.ts';
import { ROLE_ATTRIBUTE_SECTIONS, ROLE_SECTIONS } from '../screens/roles/role-fields.ts';
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
    [REALM_SECTIONS, LIFESPAN_SECTIONS, SIGN_IN_SECTIONS, CIBA_SECTIONS, EVENT_SECTIONS],
  ],
  [
    'client',
    { ...CLIENT_SETTINGS, ...CLIENT_ATTRIBUTES },
    [CLIENT_SECTIONS, flowSections(false), TOKEN_SECTIONS, CREDENTIAL_SECTIONS, LOGOUT_SECTIONS],
  ],
  [
    'SAML client',
    SAML_CLIENT_ATTRIBUTES,
    [SAML_GENERAL_SECTIONS, SAML_SIGN_IN_SECTIONS, SAML_KEY_SECTIONS, SAML_LOGOUT_SECTIONS],
  ],
  ['user', USER_SETTINGS, [userSections(testProfile([], { isConfigured: false }))]],
  ['mail server', MAIL_SERVER_SETTINGS, [mailSections()]],
  ['group', GROUP_SETTINGS, [DETAIL_SECTIONS, ATTRIBUTE_SECTIONS]],
  ['role', ROLE_SETTINGS, [ROLE_SECTIONS, ROLE_ATTRIBUTE_SECTIONS]],
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
