// What the providers that stand-ins replace say of a person, each in its own form.
import type { KeptObject } from '#protocol/realm/kept-objects.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { listIssuers } from '#protocol/realm/view/provider-endpoints.ts';
import { fingerprint, type StandInPerson } from '../person.ts';

/** A provider as it answers. */
export interface StandInKind {
  /** What pages call it. */
  readonly name: string;
  /** The person's id, if the settings give none. */
  readonly idOf: (person: StandInPerson) => string;
  /** Claims of the ID token besides those of the protocol; undefined: it issues none. */
  readonly idToken: ((person: StandInPerson, id: string) => KeptObject) | undefined;
  /** The profile, or what the userinfo endpoint returns. */
  readonly profile: (person: StandInPerson, id: string) => KeptObject;
  /** The beginning of its access tokens. */
  readonly tokenPrefix: string;
  /** A token response is a form unless JSON is asked for. */
  readonly answersForms?: true;
  /** The answer is posted, and has the person's name the first time only. */
  readonly postsAnswer?: true;
}

/** Decimal digits, the first one not 0. */
function digits(person: StandInPerson, count: number): string {
  const number = BigInt(`0x${fingerprint(person).slice(0, 32)}`).toString();
  return `1${number.padStart(count, '7').slice(0, count - 1)}`;
}

function uuid(person: StandInPerson): string {
  const hex = fingerprint(person);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

const fullName = ({ firstName, lastName }: StandInPerson): string => `${firstName} ${lastName}`.trim();

/** Undefined members are left out. */
const emailOf = ({ email, emailVerified, isEmailPrivate }: StandInPerson): KeptObject =>
  email === '' || isEmailPrivate ? {} : { email, email_verified: emailVerified };

/** OIDC Core §5.1. */
const openIdNames = (person: StandInPerson): KeptObject => ({
  name: fullName(person),
  given_name: person.firstName,
  family_name: person.lastName,
});

const standard = (person: StandInPerson, id: string): KeptObject => ({
  sub: id,
  preferred_username: person.username,
  ...openIdNames(person),
  ...emailOf(person),
});

const OPEN_ID: Omit<StandInKind, 'name'> = {
  idOf: uuid,
  idToken: standard,
  profile: standard,
  tokenPrefix: '',
};

/** Google: a numeric `sub`, and the domain of an organization's account as `hd`. */
function googleClaims(person: StandInPerson, id: string): KeptObject {
  const domain = person.email.slice(person.email.indexOf('@') + 1);
  return {
    sub: id,
    ...(domain === '' || domain === 'gmail.com' ? {} : { hd: domain }),
    ...emailOf(person),
    ...openIdNames(person),
    picture: 'https://lh3.googleusercontent.com/a/default-user=s96-c',
  };
}

/** https://docs.github.com/en/rest/users/users: the id is a number, and a private address is null. */
function gitHubProfile(person: StandInPerson, id: string): KeptObject {
  return {
    login: person.username,
    id: Number(id) || id,
    node_id: Buffer.from(`04:User${id}`).toString('base64'),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    html_url: `https://github.com/${person.username}`,
    type: 'User',
    site_admin: false,
    name: fullName(person),
    company: null,
    email: person.isEmailPrivate || person.email === '' ? null : person.email,
  };
}

const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference */
const microsoftClaims = (person: StandInPerson, id: string): KeptObject => ({
  ver: '2.0',
  sub: fingerprint(person).slice(0, 43),
  oid: id,
  tid: TENANT,
  preferred_username: person.email || person.username,
  name: fullName(person),
  ...(person.isEmailPrivate || person.email === '' ? {} : { email: person.email }),
});

/** https://learn.microsoft.com/en-us/graph/api/user-get: the address may be missing, the principal's name is not. */
const microsoftProfile = (person: StandInPerson, id: string): KeptObject => ({
  '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#users/$entity',
  id,
  displayName: fullName(person),
  givenName: person.firstName,
  surname: person.lastName,
  userPrincipalName: person.email || person.username,
  mail: person.isEmailPrivate || person.email === '' ? null : person.email,
  jobTitle: null,
});

const facebookProfile = (person: StandInPerson, id: string): KeptObject => ({
  id,
  name: fullName(person),
  first_name: person.firstName,
  last_name: person.lastName,
  ...(person.isEmailPrivate || person.email === '' ? {} : { email: person.email }),
});

/** https://docs.gitlab.com/api/users/ */
const gitLabProfile = (person: StandInPerson, id: string): KeptObject => ({
  id: Number(id) || id,
  username: person.username,
  name: fullName(person),
  state: 'active',
  web_url: `https://gitlab.com/${person.username}`,
  ...(person.isEmailPrivate || person.email === '' ? {} : { email: person.email }),
});

/** https://developer.apple.com/documentation/signinwithapple: no names, and booleans may be texts. */
const appleClaims = (person: StandInPerson, id: string): KeptObject => ({
  sub: id,
  ...(person.email === ''
    ? {}
    : person.isEmailPrivate
      ? {
          email: `${fingerprint(person).slice(0, 10)}@privaterelay.appleid.com`,
          email_verified: 'true',
          is_private_email: 'true',
        }
      : { email: person.email, email_verified: 'true' }),
  nonce_supported: true,
});

const KINDS: Readonly<Record<string, StandInKind>> = {
  google: {
    name: 'Google',
    idOf: (person) => digits(person, 21),
    idToken: googleClaims,
    profile: googleClaims,
    tokenPrefix: 'ya29.',
  },
  github: {
    name: 'GitHub',
    idOf: (person) => digits(person, 8),
    idToken: undefined,
    profile: gitHubProfile,
    tokenPrefix: 'gho_',
    answersForms: true,
  },
  microsoft: {
    name: 'Microsoft',
    idOf: uuid,
    idToken: microsoftClaims,
    profile: microsoftProfile,
    tokenPrefix: 'EwB',
  },
  facebook: {
    name: 'Facebook',
    idOf: (person) => digits(person, 17),
    idToken: undefined,
    profile: facebookProfile,
    tokenPrefix: 'EAA',
  },
  gitlab: {
    name: 'GitLab',
    idOf: (person) => digits(person, 7),
    idToken: (person, id) => ({
      sub: id,
      nickname: person.username,
      ...openIdNames(person),
      ...emailOf(person),
    }),
    profile: gitLabProfile,
    tokenPrefix: 'glpat-',
  },
  'linkedin-openid-connect': {
    name: 'LinkedIn',
    idOf: (person) => fingerprint(person).slice(0, 10),
    idToken: (person, id) => ({ sub: id, ...openIdNames(person), ...emailOf(person) }),
    profile: (person, id) => ({
      sub: id,
      ...openIdNames(person),
      ...emailOf(person),
      locale: { country: 'US', language: 'en' },
    }),
    tokenPrefix: 'AQ',
  },
};

const APPLE_ISSUER = 'https://appleid.apple.com';
const APPLE: StandInKind = {
  name: 'Apple',
  idOf: (person) => {
    const hex = fingerprint(person);
    return `00${digits(person, 4)}.${hex.slice(0, 32)}.${digits(person, 4)}`;
  },
  idToken: appleClaims,
  profile: appleClaims,
  tokenPrefix: 'a',
  postsAnswer: true,
};

/** The kind of a provider, which Apple's is by its issuer. */
export function standInKindOf(provider: IdentityProvider): StandInKind {
  const { type, name } = provider;
  const known = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (known !== undefined) return known;
  return listIssuers(provider.config).includes(APPLE_ISSUER) ? APPLE : { ...OPEN_ID, name };
}
