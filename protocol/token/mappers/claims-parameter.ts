// Mapper type for the claims that an authorization request lists in its claims parameter (OIDC Core §5.5).
import type { ClaimRequest, ClaimValue } from '#protocol/store/claims-request.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { type MapperType, setClaim } from './mapper.ts';
import { userValues } from './user-attribute.ts';

/** Standard claims, and the user's property or attribute by Keycloak's names. OIDC Core §5.1. */
const SOURCES: Readonly<Record<string, string>> = {
  given_name: 'firstName',
  family_name: 'lastName',
  middle_name: 'middleName',
  nickname: 'nickname',
  preferred_username: 'username',
  profile: 'profile',
  picture: 'picture',
  website: 'website',
  email: 'email',
  gender: 'gender',
  birthdate: 'birthdate',
  zoneinfo: 'zoneinfo',
  locale: 'locale',
  phone_number: 'phoneNumber',
};
const BOOLEAN_SOURCES: Readonly<Record<string, string>> = {
  email_verified: 'emailVerified',
  phone_number_verified: 'phoneNumberVerified',
};

function claimOf(user: StoredUser, claim: string): ClaimValue | undefined {
  if (claim === 'name') return [user.firstName, user.lastName].filter(Boolean).join(' ') || undefined;
  const isBoolean = Object.hasOwn(BOOLEAN_SOURCES, claim);
  const sources = isBoolean ? BOOLEAN_SOURCES : SOURCES;
  const source = Object.hasOwn(sources, claim) ? sources[claim] : undefined;
  const [value] = source === undefined ? [] : userValues(user, source);
  return isBoolean && value !== undefined ? value.toLowerCase() === 'true' : value;
}

function isRequested(value: ClaimValue, { values }: ClaimRequest): boolean {
  return values === undefined || values.includes(value);
}

/**
 * `oidc-claims-param-token-mapper`: standard claims of the user, essential and voluntary ones.
 * Choice: docs/differences-to-keycloak.md, "Requested claims".
 */
export const claimsParameter: MapperType = {
  mapClaims(claims, _config, { claimsRequest, target, user }) {
    if (claimsRequest === undefined || (target !== 'id' && target !== 'userinfo')) return;
    for (const [name, request] of Object.entries(claimsRequest[target])) {
      const value = claimOf(user, name);
      if (value !== undefined && isRequested(value, request)) setClaim(claims, name, value);
    }
  },
};
