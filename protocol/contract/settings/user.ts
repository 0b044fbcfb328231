// Settings of a user.
import type { UserRepresentation } from '../realm-representation.ts';
import type { SettingRows } from './setting-row.ts';
import { CONSENT_SETTINGS, CREDENTIAL_SETTINGS } from './shared.ts';
import {
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
  username: {
    type: name,
    section: DETAILS,
    label: 'Username',
    effect: 'The name to sign in with, stored in lower case.',
  },
  email: {
    type: text,
    section: DETAILS,
    label: 'E-mail',
    effect: 'Users can sign in with it if the realm allows it.',
  },
  emailVerified: {
    type: flag,
    default: false,
    section: DETAILS,
    label: 'E-mail verified',
    effect: 'Whether the e-mail address is verified.',
  },
  firstName: { type: text, section: DETAILS, label: 'First name', effect: 'Claim `given_name`.' },
  lastName: { type: text, section: DETAILS, label: 'Last name', effect: 'Claim `family_name`.' },
  enabled: {
    type: flag,
    default: true,
    section: DETAILS,
    label: 'Enabled',
    effect: 'A disabled user cannot sign in.',
  },
  createdTimestamp: {
    type: integer,
    section: DETAILS,
    effect: 'When the user was created, in milliseconds since the epoch.',
  },
  attributes: {
    type: listAttributes,
    section: DETAILS,
    label: 'Attributes',
    effect: 'Protocol mappers can add attributes to tokens.',
  },
  credentials: {
    type: listOf(objectOf(() => CREDENTIAL_SETTINGS)),
    section: SIGN_IN,
    effect: 'Passwords and one-time codes.',
  },
  requiredActions: {
    type: texts,
    section: SIGN_IN,
    label: 'Required user actions',
    effect: 'What the user must do at the next sign-in.',
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
};
