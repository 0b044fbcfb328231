// One row for each type of mapper.
import { claimsToGroup, claimsToRole, claimToRole, externalRoleToRole } from './claim-access.ts';
import { claimsToNotes, claimToAttribute, profileToAttribute } from './claim-values.ts';
import { hardcodedAttribute, hardcodedGroup, hardcodedNote, hardcodedRole } from './hardcoded.ts';
import type { MapperRow } from './mapper.ts';
import {
  attributesToGroup,
  attributesToRole,
  attributeToAttribute,
  attributeToRole,
} from './saml-attributes.ts';
import { attributesToUsername, claimsToUsername } from './username-template.ts';
import { attributeByPath } from './xpath-attribute.ts';

/** Compat: the profile of a social network is read at the first sign-in only. */
const SOCIAL: MapperRow = { apply: profileToAttribute, legacy: 'IMPORT' };

const ROWS: Readonly<Record<string, MapperRow>> = {
  'hardcoded-user-session-attribute-idp-mapper': { apply: hardcodedNote, legacy: 'FORCE' },
  'hardcoded-attribute-idp-mapper': { apply: hardcodedAttribute, legacy: 'FORCE' },
  'oidc-hardcoded-role-idp-mapper': { apply: hardcodedRole, legacy: 'IMPORT' },
  'oidc-hardcoded-group-idp-mapper': { apply: hardcodedGroup, legacy: 'FORCE' },
  'oidc-role-idp-mapper': { apply: claimToRole, legacy: 'LEGACY' },
  'oidc-advanced-role-idp-mapper': { apply: claimsToRole, legacy: 'LEGACY' },
  'oidc-advanced-group-idp-mapper': { apply: claimsToGroup, legacy: 'FORCE' },
  'oidc-user-attribute-idp-mapper': { apply: claimToAttribute, legacy: 'FORCE' },
  'oidc-user-session-note-idp-mapper': { apply: claimsToNotes, legacy: 'FORCE' },
  'oidc-username-idp-mapper': { apply: claimsToUsername, legacy: 'IMPORT' },
  'keycloak-oidc-role-to-role-idp-mapper': { apply: externalRoleToRole, legacy: 'IMPORT' },
  'saml-role-idp-mapper': { apply: attributeToRole, legacy: 'FORCE' },
  'saml-advanced-role-idp-mapper': { apply: attributesToRole, legacy: 'FORCE' },
  'saml-advanced-group-idp-mapper': { apply: attributesToGroup, legacy: 'FORCE' },
  'saml-user-attribute-idp-mapper': { apply: attributeToAttribute, legacy: 'FORCE' },
  'saml-username-idp-mapper': { apply: attributesToUsername, legacy: 'IMPORT' },
  'saml-xpath-attribute-idp-mapper': { apply: attributeByPath, legacy: 'FORCE' },
  'facebook-user-attribute-mapper': SOCIAL,
  'github-user-attribute-mapper': SOCIAL,
  'google-user-attribute-mapper': SOCIAL,
  'instagram-user-attribute-mapper': SOCIAL,
  'linkedin-user-attribute-mapper': SOCIAL,
  'microsoft-user-attribute-mapper': SOCIAL,
  'openshift-v4-user-attribute-mapper': SOCIAL,
  'paypal-user-attribute-mapper': SOCIAL,
  'stackoverflow-user-attribute-mapper': SOCIAL,
};

/** The row of a mapper type; undefined for one that is not supported. */
export function findMapperRow(type: string): MapperRow | undefined {
  return Object.hasOwn(ROWS, type) ? ROWS[type] : undefined;
}
