// How the name of a person who signs in leads to an organization, and on to its identity provider. Compat: as Keycloak 26.
import type { StoredUser } from '#protocol/store/store.ts';
import { findIdentity } from '../users/federated-identities.ts';
import {
  findIdentityProvider,
  type IdentityProvider,
  listIdentityProviders,
  listOfferedProviders,
} from './identity-providers.ts';
import { enabledOf, type RequestedOrganization } from './organization-scopes.ts';
import {
  domainOf,
  findByDomain,
  findOrganizationByAlias,
  hasDomain,
  listOrganizations,
  type Organization,
  organizationsOf,
} from './organizations.ts';
import type { Realm } from './realm.ts';

/** Who signs in, and for what. */
export interface OrganizationQuestion {
  /** Undefined: no user has the name. */
  readonly user: StoredUser | undefined;
  /** What was typed; undefined: nothing. */
  readonly name: string | undefined;
  readonly requested: RequestedOrganization | undefined;
  /** Identifier of the organization that the user has chosen. */
  readonly chosen: string | undefined;
}

/** Whether sign-ins ask for the name first: the realm has an enabled organization. */
export function asksNameFirst(realm: Realm): boolean {
  return listOrganizations(realm).some(({ enabled }) => enabled);
}

/** The domain of what was typed, or else of the user's address. */
function findDomain({ name, user }: Pick<OrganizationQuestion, 'name' | 'user'>): string | undefined {
  return domainOf(name ?? '') ?? domainOf(user?.email ?? '');
}

/** The organization in whose name the person signs in. */
export function resolveOrganization(realm: Realm, question: OrganizationQuestion): Organization | undefined {
  const { user, requested, chosen } = question;
  const domain = findDomain(question);
  const organizations = user === undefined ? [] : enabledOf(realm, user);
  const own = organizations.find(({ id }) => id === chosen);
  if (own !== undefined) return own;
  if (typeof requested === 'object') return findRequested(realm, requested.alias, user);
  const [first, ...others] = organizations;
  if (others.length > 0) return chooseBest(organizations, question);
  // Compat: of a user who is no member, a request for organizations finds none by the address.
  const isLimited = requested !== undefined && user !== undefined;
  return first ?? (isLimited ? undefined : findByDomain(realm, `x@${domain ?? ''}`));
}

/** Of several organizations: with a request, the person chooses or the address counts. */
function chooseBest(
  organizations: readonly Organization[],
  question: OrganizationQuestion,
): Organization | undefined {
  const { user, requested } = question;
  if (requested === 'any') return undefined;
  const managed = organizations.find((each) => requested === undefined && isManaged(each, user));
  return managed ?? organizations.find((each) => hasDomain(each, findDomain(question)));
}

/** The organization that the request names; of users, only for members. */
function findRequested(realm: Realm, alias: string, user: StoredUser | undefined): Organization | undefined {
  const organization = findOrganizationByAlias(realm, alias);
  if (organization?.enabled !== true) return undefined;
  return user === undefined || isMember(organization, user) ? organization : undefined;
}

export const isMember = ({ members }: Organization, { username }: StoredUser): boolean =>
  members.has(username.toLowerCase());

const isManaged = ({ members }: Organization, user: StoredUser | undefined): boolean =>
  user !== undefined && members.get(user.username.toLowerCase()) === 'MANAGED';

/** The organizations among which a user must choose; none: there is no choice. */
export function organizationsToChoose(
  realm: Realm,
  { user, requested, chosen }: Omit<OrganizationQuestion, 'name'>,
): readonly Organization[] {
  if (user === undefined || requested !== 'any') return [];
  const organizations = enabledOf(realm, user);
  return organizations.length < 2 || organizations.some(({ id }) => id === chosen) ? [] : organizations;
}

/**
 * The alias of the provider that a person is sent to without being asked; undefined: the sign-in goes on here. Compat:
 * users who have a credential can choose how they sign in.
 */
export function findOrganizationProvider(
  realm: Realm,
  organization: Organization | undefined,
  question: Pick<OrganizationQuestion, 'name' | 'user'>,
): string | undefined {
  const { user } = question;
  if (user?.credentials !== undefined && user.credentials.length > 0) return undefined;
  const [home, ...others] = user === undefined ? [] : homeProviders(realm, user);
  if (home !== undefined && others.length === 0) return home;
  const domain = findDomain(question);
  if (organization === undefined || domain === undefined) return undefined;
  const candidates = organization.providers.filter(
    ({ alias, redirectsByDomain }) => redirectsByDomain && isUsable(findIdentityProvider(realm, alias)),
  );
  const own = candidates.find((each) => each.domain === domain);
  const any = candidates.find((each) => each.domain === ANY && hasDomain(organization, domain));
  return (own ?? any)?.alias;
}

/** Stands for all domains of an organization. */
const ANY = 'ANY';

/** The providers of organizations that the user came with. */
function homeProviders(realm: Realm, user: StoredUser): readonly string[] {
  return organizationsOf(realm, user)
    .filter((organization) => organization.enabled && isManaged(organization, user))
    .flatMap(({ providers }) => providers.map(({ alias }) => alias))
    .filter(
      (alias) => findIdentity(user, alias) !== undefined && isUsable(findIdentityProvider(realm, alias)),
    );
}

function isUsable(provider: IdentityProvider | undefined): boolean {
  return provider?.enabled === true && !provider.isLinkOnly;
}

/** The providers that sign-in pages offer to everyone: none of an organization. */
export function listRealmProviders(realm: Realm): readonly IdentityProvider[] {
  const organizations = listOrganizations(realm);
  if (organizations.length === 0) return listOfferedProviders(realm);
  const theirs = new Set(organizations.flatMap(({ providers }) => providers.map(({ alias }) => alias)));
  return listOfferedProviders(realm).filter(({ alias }) => !theirs.has(alias));
}

/** The providers that a page offers to people of the organization. */
export function listPublicProviders(realm: Realm, { providers }: Organization): readonly IdentityProvider[] {
  return listIdentityProviders(realm).filter(
    (provider) =>
      isUsable(provider) && isPublic(provider) && providers.some(({ alias }) => alias === provider.alias),
  );
}

/** Compat: newer versions say so by `hideOnLogin` alone. */
function isPublic({ config, isHidden }: IdentityProvider): boolean {
  const setting = config['kc.org.broker.public'];
  return setting === undefined ? !isHidden : setting === 'true';
}

/** The enabled organization that a provider belongs to. */
export function findOrganizationOfProvider(realm: Realm, alias: string): Organization | undefined {
  return listOrganizations(realm).find(
    ({ enabled, providers }) => enabled && providers.some((provider) => provider.alias === alias),
  );
}

/** Whether people with the address may come through the provider, which can be limited to domains. */
export function isExpectedAddress(organization: Organization, alias: string, email: string): boolean {
  const expected = organization.providers.find((provider) => provider.alias === alias)?.domain;
  const domain = domainOf(email);
  if (expected === undefined || organization.domains.length === 0) return true;
  return expected === ANY ? hasDomain(organization, domain) : domain === expected;
}
