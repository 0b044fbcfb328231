// Organizations of a realm, as in the realm file: list, count, create, read, change, remove.
import { flag, listOf, name, objectOf, text, textsMap } from '#protocol/contract/settings/value-type.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { changeOrganization } from '#protocol/realm/change-organization.ts';
import { addKept } from '#protocol/realm/kept-lists.ts';
import { type KeptObject, listKept } from '#protocol/realm/kept-objects.ts';
import { organizationIdOf } from '#protocol/realm/view/organizations.ts';
import { AdminError, conflict, invalid } from '../admin-error.ts';
import {
  changeRow,
  created,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  readSwitch,
  slicePage,
  viewRow,
} from '../admin-route.ts';
import { readObject } from '../members.ts';
import { readAttributeQuery } from './attribute-query.ts';

const ORGANIZATIONS = 'organizations';
export const VIEW_ORGANIZATIONS = ['view-realm', 'manage-realm'] as const;
export const MANAGE_ORGANIZATIONS = ['manage-realm'] as const;
const DEFAULT_MAX = 10;

const ORGANIZATION_WIRE = {
  id: { type: text },
  name: { type: name },
  alias: { type: text },
  enabled: { type: flag },
  description: { type: text },
  redirectUrl: { type: text },
  attributes: { type: textsMap },
  domains: { type: listOf(objectOf(() => ({ name: { type: name }, verified: { type: flag } }), 'name')) },
};

/** 404 `{errorMessage}`, as Keycloak words it for organizations. */
export function noOrganization(errorMessage: string): AdminError {
  return new AdminError(404, { errorMessage });
}

/** @throws {AdminError} 404 if organizations are switched off in the realm. */
export function listOrganizations({ realm }: Pick<RealmRequest, 'realm'>): readonly KeptObject[] {
  if (realm.stored['organizationsEnabled'] !== true)
    throw noOrganization('Organizations not enabled for this realm.');
  return listKept(realm.stored, ORGANIZATIONS).map((each) => ({
    ...each,
    id: organizationIdOf(realm.stored, each),
  }));
}

/** The organization in the path. @throws {AdminError} 404. */
export function findOrganization(request: RealmRequest): KeptObject {
  const id = parameter(request, 'organization');
  const found = listOrganizations(request).find((organization) => organization['id'] === id);
  if (found === undefined) throw noOrganization('Organization not found.');
  return found;
}

/** Without what has its own endpoints; `brief` leaves out attributes. */
export function shownOrganization(organization: KeptObject, brief: boolean): KeptObject {
  const {
    members: _members,
    invitations: _invitations,
    identityProviders: _providers,
    attributes,
    ...shown
  } = organization;
  return {
    enabled: true,
    alias: shown['name'],
    domains: [],
    ...shown,
    ...(brief ? {} : { attributes: attributes ?? {} }),
  };
}

const domainsOf = (organization: KeptObject): readonly string[] =>
  listKept(organization, 'domains').map((domain) => String(domain['name']).toLowerCase());

/** Names and domains that match `search`, and attributes that match `q`. */
function filtered(request: RealmRequest): readonly KeptObject[] {
  const all = listOrganizations(request);
  const { query } = request.exchange;
  const matchesAttributes = readAttributeQuery(query.get('q') ?? '');
  const search = query.get('search')?.toLowerCase() ?? '';
  const isExact = readSwitch(request.exchange, 'exact') === true;
  return all.filter((organization) => {
    const texts = [String(organization['name']).toLowerCase(), ...domainsOf(organization)];
    const matches = (each: string): boolean => (isExact ? each === search : each.includes(search));
    const attributes = organization['attributes'] as Readonly<Record<string, readonly string[]>> | undefined;
    return matchesAttributes(attributes) && (search === '' || texts.some(matches));
  });
}

function list(request: RealmRequest): Reply {
  const brief = readSwitch(request.exchange, 'briefRepresentation') !== false;
  const page = slicePage(request.exchange, filtered(request), DEFAULT_MAX);
  return ok(page.map((organization) => shownOrganization(organization, brief)));
}

/** @throws {AdminError} 409 naming what another organization has already. */
function checkIsFree(others: readonly KeptObject[], organization: KeptObject): void {
  const { name: wanted, alias } = organization;
  if (others.some((other) => other['name'] === wanted))
    throw conflict('A organization with the same name already exists.');
  if (others.some((other) => (other['alias'] ?? other['name']) === alias))
    throw conflict('A organization with the same alias already exists');
  const taken = others.flatMap(domainsOf);
  const twice = domainsOf(organization).find((domain) => taken.includes(domain));
  if (twice !== undefined) throw conflict(`Domain ${twice} is already linked to another organization`);
}

function readInput(request: RealmRequest): KeptObject {
  const {
    id: _id,
    members: _members,
    invitations: _invitations,
    identityProviders: _providers,
    ...input
  } = readObject<KeptObject>(request.exchange.json, ORGANIZATION_WIRE);
  const domains = listKept(input, 'domains').map((domain) => ({ verified: false, ...domain }));
  return input['domains'] === undefined ? input : { ...input, domains };
}

async function create(request: RealmRequest): Promise<Reply> {
  listOrganizations(request);
  const input = readInput(request);
  if (input['name'] === undefined) throw invalid('Name can not be null');
  const id = createUuid();
  const organization = { enabled: true, alias: input['name'], domains: [], ...input, id };
  await request.updateRealm((realm) => {
    checkIsFree(listKept(realm, ORGANIZATIONS), organization);
    return addKept(realm, ORGANIZATIONS, organization);
  });
  return created(request.exchange, id);
}

async function update(request: RealmRequest): Promise<Reply> {
  const before = findOrganization(request);
  const { id } = before;
  const alias = before['alias'] ?? before['name'];
  const input = readInput(request);
  if ((input['alias'] ?? alias) !== alias) throw invalid('Cannot change the alias');
  await request.updateRealm((realm) => {
    const others = listKept(realm, ORGANIZATIONS).filter((each) => organizationIdOf(realm, each) !== id);
    checkIsFree(others, { ...before, ...input, alias });
    return changeOrganization(realm, id, (current) => ({ ...current, ...input, alias, id }));
  });
  return DONE;
}

async function remove(request: RealmRequest): Promise<Reply> {
  const { id } = findOrganization(request);
  await request.updateRealm((realm) => changeOrganization(realm, id, () => undefined));
  return DONE;
}

const ALL = '/organizations';
export const ORGANIZATION_PATH: string = `${ALL}/:organization`;

export const ORGANIZATION_ROWS: readonly RealmRow[] = [
  viewRow(ALL, VIEW_ORGANIZATIONS, list),
  viewRow(`${ALL}/count`, VIEW_ORGANIZATIONS, (request) => ok(filtered(request).length)),
  changeRow('POST', ALL, MANAGE_ORGANIZATIONS, 'Create organization', create),
  viewRow(ORGANIZATION_PATH, VIEW_ORGANIZATIONS, (request) =>
    ok(shownOrganization(findOrganization(request), false)),
  ),
  changeRow('PUT', ORGANIZATION_PATH, MANAGE_ORGANIZATIONS, 'Change organization', update),
  changeRow('DELETE', ORGANIZATION_PATH, MANAGE_ORGANIZATIONS, 'Remove organization', remove),
];
