// Settings of a user.
import type { UserRepresentation } from '../realm-representation.ts';
import { IGNORED, kept } from './kept.ts';
import { listUnsupportedActions } from './required-action.ts';
import { keptRow, type SettingRows, setting } from './setting-row.ts';
import { CONSENT_SETTINGS, CREDENTIAL_SETTINGS } from './shared.ts';
import {
  anything,
  flag,
  identifier,
  integer,
  listAttributes,
  listOf,
  name,
  objectOf,
  text,
  texts,
  textsMap,
} from './value-type.ts';

const DETAILS = 'Details';
const SIGN_IN = 'Sign-in';
const ROLES = 'Roles and groups';

export const USER_SETTINGS: SettingRows<UserRepresentation> = {
  id: { type: identifier, section: DETAILS, effect: 'Identifies the user; `sub` in tokens.' },
  username: setting(DETAILS, 'Username', name, 'The name to sign in with, stored in lower case.'),
  email: setting(DETAILS, 'E-mail', text, 'Users can sign in with it if the realm allows it.'),
  emailVerified: setting(DETAILS, 'E-mail verified', flag, 'Whether the e-mail address is verified.', {
    default: false,
  }),
  firstName: setting(DETAILS, 'First name', text, 'Claim `given_name`.'),
  lastName: setting(DETAILS, 'Last name', text, 'Claim `family_name`.'),
  enabled: setting(DETAILS, 'Enabled', flag, 'A disabled user cannot sign in.', { default: true }),
  createdTimestamp: {
    type: integer,
    section: DETAILS,
    effect: 'When the user was created, in milliseconds since the epoch.',
  },
  attributes: setting(
    DETAILS,
    'Attributes',
    listAttributes,
    'Protocol mappers can add attributes to tokens.',
  ),
  credentials: {
    type: listOf(objectOf(() => CREDENTIAL_SETTINGS)),
    section: SIGN_IN,
    effect: 'Passwords and one-time codes.',
  },
  requiredActions: {
    ...setting<string[]>(
      SIGN_IN,
      'Required user actions',
      texts,
      'What the user must do at the next sign-in.',
    ),
    unsupported: listUnsupportedActions,
  },
  realmRoles: { type: texts, section: ROLES, effect: 'Realm roles of the user.' },
  clientRoles: { type: textsMap, section: ROLES, effect: 'Client roles of the user, by client ID.' },
  groups: { type: texts, section: ROLES, effect: 'Groups of the user as paths.' },
  clientConsents: {
    type: listOf(objectOf(() => CONSENT_SETTINGS, 'clientId')),
    section: SIGN_IN,
    effect: 'Clients that the user has consented to.',
  },
  serviceAccountClientId: {
    type: text,
    section: DETAILS,
    effect: 'The client whose service account the user is.',
  },
  notBefore: {
    type: integer,
    section: SIGN_IN,
    effect: 'Tokens issued before are rejected; seconds since the epoch.',
  },
  applicationRoles: {
    type: anything,
    section: ROLES,
    effect: '`clientRoles` in files of Keycloak 1.',
  },
  federatedIdentities: {
    type: anything,
    section: SIGN_IN,
    effect: 'Accounts at identity providers with which the user signs in.',
    parts: ['identityProvider', 'userId', 'userName'],
  },
  socialLinks: keptRow(kept('A setting of Keycloak 1; add the accounts to `federatedIdentities`.'), {
    parts: ['socialProvider', 'socialUserId', 'socialUsername'],
  }),
  federationLink: keptRow(kept('The user is a user of the realm; the external directory is not read.')),
  access: keptRow(IGNORED),
  disableableCredentialTypes: keptRow(IGNORED),
  origin: keptRow(IGNORED),
  self: keptRow(IGNORED),
  totp: keptRow(IGNORED),
  userProfileMetadata: keptRow(IGNORED),
};
