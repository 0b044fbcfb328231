// What a provider's documents say of a person, by the type of the provider.
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A person, before the mappers. */
export interface Person {
  /** Undefined: the documents do not say who it is. */
  readonly id: string | undefined;
  readonly username: string | undefined;
  readonly email: string | undefined;
  readonly emailVerified: boolean | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
}

/** What has been received: the ID token's claims and the profile, both empty if there is none. */
interface Documents {
  readonly idToken: Claims;
  readonly profile: Claims;
}

/** Compat: numbers are ids, too; empty texts are no values. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Compat: what follows the last space is the last name. */
function splitName(name: string | undefined): Pick<Person, 'firstName' | 'lastName'> {
  if (name === undefined) return { firstName: undefined, lastName: undefined };
  const space = name.lastIndexOf(' ');
  return space === -1
    ? { firstName: name, lastName: undefined }
    : { firstName: name.slice(0, space), lastName: name.slice(space + 1) };
}

function first(documents: readonly Claims[], ...names: readonly string[]): string | undefined {
  for (const name of names)
    for (const claims of documents) {
      const value = textOf(claims[name]);
      if (value !== undefined) return value;
    }
  return undefined;
}

/** OIDC Core §5.1. Compat: the profile comes before the ID token, except for the id. */
function readOpenId({ idToken, profile }: Documents): Person {
  const both = [profile, idToken];
  const id = first([idToken, profile], 'sub');
  const email = first(both, 'email');
  const verified = profile['email_verified'] ?? idToken['email_verified'];
  const names = splitName(first(both, 'name'));
  return {
    id,
    username: first(both, 'preferred_username') ?? email ?? id,
    email,
    emailVerified: verified === undefined ? undefined : verified === true || verified === 'true',
    firstName: first(both, 'given_name') ?? names.firstName,
    lastName: first(both, 'family_name') ?? names.lastName,
  };
}

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
function readGitHub({ profile }: Documents): Person {
  return {
    id: textOf(profile['id']),
    username: textOf(profile['login']),
    email: textOf(profile['email']),
    emailVerified: undefined,
    ...splitName(textOf(profile['name'])),
  };
}

/** https://learn.microsoft.com/en-us/graph/api/resources/user. Compat: the principal's name may be the address. */
function readMicrosoft({ profile }: Documents): Person {
  const principal = textOf(profile['userPrincipalName']);
  const email = textOf(profile['mail']) ?? (principal?.includes('@') === true ? principal : undefined);
  const id = textOf(profile['id']);
  return {
    id,
    username: email ?? id,
    email,
    emailVerified: undefined,
    firstName: textOf(profile['givenName']),
    lastName: textOf(profile['surname']),
  };
}

/** https://developers.facebook.com/docs/graph-api/reference/user/ */
function readFacebook({ profile }: Documents): Person {
  const id = textOf(profile['id']);
  const email = textOf(profile['email']);
  return {
    id,
    username: textOf(profile['username']) ?? email ?? id,
    email,
    emailVerified: undefined,
    firstName: textOf(profile['first_name']),
    lastName: textOf(profile['last_name']),
  };
}

/** https://docs.gitlab.com/api/users/ */
function readGitLab({ profile, idToken }: Documents): Person {
  const id = textOf(profile['id']) ?? textOf(idToken['sub']);
  const email = textOf(profile['email']);
  return {
    id,
    username: textOf(profile['username']) ?? textOf(idToken['nickname']) ?? email ?? id,
    email,
    emailVerified: undefined,
    ...splitName(textOf(profile['name'])),
  };
}

/** Claims by the names of the provider's settings. */
function readOAuth2({ profile }: Documents, { config }: IdentityProvider): Person {
  const claim = (setting: string, usual: string) => textOf(profile[config[setting] ?? usual]);
  const id = claim('userIDClaim', 'sub');
  const email = claim('emailClaim', 'email');
  const names = splitName(claim('fullNameClaim', 'name'));
  return {
    id,
    username: claim('userNameClaim', 'preferred_username') ?? email ?? id,
    email,
    emailVerified: undefined,
    firstName: claim('givenNameClaim', 'given_name') ?? names.firstName,
    lastName: claim('familyNameClaim', 'family_name') ?? names.lastName,
  };
}

type ReadPerson = (documents: Documents, provider: IdentityProvider) => Person;

/** A type of provider that is asked by OAuth 2.0 or OpenID Connect. */
export interface ProviderKind {
  /** Scopes that are requested if the settings name none. */
  readonly scope: string;
  /** Whether it issues ID tokens. */
  readonly isOpenId: boolean;
  readonly readPerson: ReadPerson;
}

/** By type of provider. */
const PROVIDER_KINDS: Readonly<Record<string, ProviderKind>> = {
  oidc: { scope: 'openid', isOpenId: true, readPerson: readOpenId },
  'keycloak-oidc': { scope: 'openid', isOpenId: true, readPerson: readOpenId },
  google: { scope: 'openid profile email', isOpenId: true, readPerson: readOpenId },
  'linkedin-openid-connect': { scope: 'openid profile email', isOpenId: true, readPerson: readOpenId },
  gitlab: { scope: 'openid read_user', isOpenId: true, readPerson: readGitLab },
  github: { scope: 'user:email', isOpenId: false, readPerson: readGitHub },
  microsoft: { scope: 'User.Read', isOpenId: false, readPerson: readMicrosoft },
  facebook: { scope: 'email', isOpenId: false, readPerson: readFacebook },
  oauth2: { scope: '', isOpenId: false, readPerson: readOAuth2 },
};

export function kindOf({ type }: Pick<IdentityProvider, 'type'>): ProviderKind | undefined {
  return Object.hasOwn(PROVIDER_KINDS, type) ? PROVIDER_KINDS[type] : undefined;
}
