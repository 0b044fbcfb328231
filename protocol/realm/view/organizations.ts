// The organizations of a realm as rules read them, with all defaults filled in.
import { createNameUuid } from '#protocol/crypto/identifiers.ts';
import type { StoredRealm, StoredUser } from '#protocol/store/store.ts';
import { isKeptObject, type KeptObject, listKept } from '../kept-objects.ts';
import { findIdentityProvider } from './identity-providers.ts';
import type { Realm } from './realm.ts';
import { remember } from './remember.ts';

/** `MANAGED`: the user came with the organization, by invitation or its identity provider. */
export type MembershipType = 'MANAGED' | 'UNMANAGED';

interface OrganizationDomain {
  /** In lower case. */
  readonly name: string;
  readonly verified: boolean;
}

/** An identity provider of the realm that belongs to an organization. */
interface OrganizationProvider {
  readonly alias: string;
  /** Only users with an address of this domain use it; `ANY`: each of the organization's; undefined: none. */
  readonly domain: string | undefined;
  /** Whether a user with such an address is sent to the provider without a choice. */
  readonly redirectsByDomain: boolean;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** In scopes and claims. */
  readonly alias: string;
  readonly enabled: boolean;
  readonly domains: readonly OrganizationDomain[];
  readonly redirectUrl: string | undefined;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Those that the realm has. */
  readonly providers: readonly OrganizationProvider[];
  /** By user name, in lower case. */
  readonly members: ReadonlyMap<string, MembershipType>;
}

/** With indexes for the questions of a sign-in. */
interface OrganizationsView {
  readonly all: readonly Organization[];
  readonly byAlias: ReadonlyMap<string, Organization>;
  readonly byDomain: ReadonlyMap<string, Organization>;
  /** By user name. */
  readonly byMember: ReadonlyMap<string, readonly Organization[]>;
}

const NONE: readonly Organization[] = [];
const NO_VIEW: OrganizationsView = {
  all: NONE,
  byAlias: new Map(),
  byDomain: new Map(),
  byMember: new Map(),
};
const views = new WeakMap<StoredRealm, OrganizationsView>();

type WithStored = Pick<Realm, 'stored'>;

function viewOrganizations({ stored }: WithStored): OrganizationsView {
  if (stored['organizationsEnabled'] !== true) return NO_VIEW;
  return remember(views, stored, () => buildView(stored));
}

function buildView(stored: StoredRealm): OrganizationsView {
  const all = listKept(stored, 'organizations').flatMap((kept) => toOrganization(stored, kept) ?? []);
  const byMember = new Map<string, Organization[]>();
  for (const organization of all) {
    for (const username of organization.members.keys()) {
      const known = byMember.get(username);
      if (known === undefined) byMember.set(username, [organization]);
      else known.push(organization);
    }
  }
  return {
    all,
    byAlias: firstOf(all.map((each) => [each.alias, each])),
    byDomain: firstOf(all.flatMap((each) => each.domains.map(({ name }) => [name, each] as const))),
    byMember,
  };
}

/** The first of several entries with the same key counts. */
function firstOf(entries: readonly (readonly [string, Organization])[]): ReadonlyMap<string, Organization> {
  return new Map(entries.toReversed());
}

/** All of the realm; none unless organizations are switched on. Entries without a name are passed over. */
export function listOrganizations(realm: WithStored): readonly Organization[] {
  return viewOrganizations(realm).all;
}

/** The organizations of which the user is a member, disabled ones included. */
export function organizationsOf(
  realm: WithStored,
  { username }: Pick<StoredUser, 'username'>,
): readonly Organization[] {
  return viewOrganizations(realm).byMember.get(username) ?? NONE;
}

export function findOrganizationById(realm: WithStored, id: string): Organization | undefined {
  return listOrganizations(realm).find((organization) => organization.id === id);
}

export function findOrganizationByAlias(realm: WithStored, alias: string): Organization | undefined {
  return viewOrganizations(realm).byAlias.get(alias);
}

/** The enabled organization with the domain of an e-mail address. */
export function findByDomain(realm: WithStored, email: string): Organization | undefined {
  const domain = domainOf(email);
  if (domain === undefined) return undefined;
  const { byDomain } = viewOrganizations(realm);
  for (const pattern of patternsOf(domain)) {
    const found = byDomain.get(pattern);
    if (found?.enabled === true) return found;
  }
  return undefined;
}

/** Labels of a domain at most that are compared with domains of organizations, from its end. */
const MAX_LABELS = 10;

/** The domains of organizations that a domain belongs to, the closest first. `*.acme.test` is acme.test and all below. */
function patternsOf(domain: string): readonly string[] {
  const labels = domain.split('.').slice(-MAX_LABELS);
  return [domain, ...labels.map((_label, at) => `*.${labels.slice(at).join('.')}`)];
}

/** Whether a domain is one of the organization's. */
export function hasDomain({ domains }: Organization, domain: string | undefined): boolean {
  if (domain === undefined || domains.length === 0) return false;
  const patterns = patternsOf(domain);
  return domains.some(({ name }) => patterns.includes(name));
}

/** The domain of an e-mail address, in lower case; undefined if it has none. */
export function domainOf(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase();
  return at < 1 || domain === '' ? undefined : domain;
}

/** The stored identifier, or for realm files without one always the same. */
export function organizationIdOf({ id: realmId }: Pick<StoredRealm, 'id'>, { id, name }: KeptObject): string {
  return textOf(id) ?? createNameUuid(`${realmId} organization ${String(name)}`);
}

/** Members by user name in lower case. Realm files may leave out the type. */
export function readMembers(organization: KeptObject): ReadonlyMap<string, MembershipType> {
  return new Map(
    listKept(organization, 'members').flatMap(({ username, membershipType }) => {
      const name = textOf(username)?.toLowerCase();
      const type: MembershipType = membershipType === 'MANAGED' ? 'MANAGED' : 'UNMANAGED';
      return name === undefined ? [] : [[name, type] as const];
    }),
  );
}

function toOrganization(stored: StoredRealm, kept: KeptObject): Organization | undefined {
  const name = textOf(kept['name']);
  if (name === undefined) return undefined;
  return Object.freeze({
    id: organizationIdOf(stored, kept),
    name,
    alias: textOf(kept['alias']) ?? name,
    enabled: kept['enabled'] !== false,
    domains: readDomains(kept),
    redirectUrl: textOf(kept['redirectUrl']),
    attributes: readAttributes(kept),
    providers: readProviders(stored, kept),
    members: readMembers(kept),
  });
}

function readDomains(kept: KeptObject): readonly OrganizationDomain[] {
  return listKept(kept, 'domains').flatMap(({ name, verified }) => {
    const domain = textOf(name)?.toLowerCase();
    return domain === undefined ? [] : [{ name: domain, verified: verified === true }];
  });
}

function readAttributes({ attributes }: KeptObject): Readonly<Record<string, readonly string[]>> {
  if (!isKeptObject(attributes)) return {};
  const entries = Object.entries(attributes).flatMap(([name, value]) => {
    const values = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
    return values.length === 0 ? [] : [[name, values] as const];
  });
  return Object.fromEntries(entries);
}

function readProviders(stored: StoredRealm, kept: KeptObject): readonly OrganizationProvider[] {
  return listKept(kept, 'identityProviders').flatMap(({ alias }) => {
    const provider = findIdentityProvider({ stored }, String(alias));
    if (provider === undefined) return [];
    const { config } = provider;
    const domain = config['kc.org.domain'];
    return {
      alias: provider.alias,
      domain: domain === 'ANY' ? domain : domain?.toLowerCase(),
      redirectsByDomain: config['kc.org.broker.redirect.mode.email-matches'] === 'true',
    };
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
