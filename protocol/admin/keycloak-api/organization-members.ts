// Members and identity providers of organizations.
import type { Reply } from '#protocol/http/exchange.ts';
import { changeOrganization, withMember, withoutMember } from '#protocol/realm/change-organization.ts';
import { type KeptObject, listKept } from '#protocol/realm/kept-objects.ts';
import { type MembershipType, readMembers } from '#protocol/realm/view/organizations.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { conflict, invalid, notFound } from '../admin-error.ts';
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
import {
  findOrganization,
  listOrganizations,
  MANAGE_ORGANIZATIONS,
  noOrganization,
  ORGANIZATION_PATH,
  shownOrganization,
  VIEW_ORGANIZATIONS,
} from './organizations.ts';
import { maskSecrets } from './realm-secrets.ts';
import { userAccess, userRepresentation } from './user-representation.ts';

const DEFAULT_MAX = 10;
/** Callers see users. */
const VIEW_MEMBERS = MANAGE_ORGANIZATIONS;

interface Member {
  readonly user: StoredUser;
  readonly membershipType: MembershipType;
}

/** Realm files name members by their usernames. */
async function membersOf(request: RealmRequest, organization: KeptObject): Promise<readonly Member[]> {
  const found = await Promise.all(
    [...readMembers(organization)].map(async ([username, membershipType]) => {
      const user = await request.store.users.findByUsername(request.realm.id, username);
      return user === undefined ? [] : [{ user, membershipType }];
    }),
  );
  return found.flat();
}

function shownMember(request: RealmRequest, { user, membershipType }: Member): KeptObject {
  const access = userAccess(request.administrator, request.realm.name);
  const brief = readSwitch(request.exchange, 'briefRepresentation') === true;
  return { ...userRepresentation(user, access, brief), membershipType };
}

async function filteredMembers(request: RealmRequest): Promise<readonly Member[]> {
  const members = await membersOf(request, findOrganization(request));
  const search = request.exchange.query.get('search')?.toLowerCase() ?? '';
  const type = request.exchange.query.get('membershipType')?.toUpperCase();
  const isExact = readSwitch(request.exchange, 'exact') === true;
  return members.filter(({ user, membershipType }) => {
    const texts = [user.username, user.email, user.firstName, user.lastName].map((each) =>
      (each ?? '').toLowerCase(),
    );
    const matches = (each: string): boolean => (isExact ? each === search : each.includes(search));
    return (type === undefined || membershipType === type) && (search === '' || texts.some(matches));
  });
}

async function listMembers(request: RealmRequest): Promise<Reply> {
  const page = slicePage(request.exchange, await filteredMembers(request), DEFAULT_MAX);
  return ok(page.map((member) => shownMember(request, member)));
}

/** The member in the path. @throws {AdminError} 404. */
async function findMember(request: RealmRequest): Promise<Member> {
  const id = parameter(request, 'user');
  const found = (await membersOf(request, findOrganization(request))).find(({ user }) => user.id === id);
  if (found === undefined) throw notFound('HTTP 404 Not Found');
  return found;
}

/** Compat: the body is an identifier, with or without quotes. */
function readIdentifier({ exchange }: RealmRequest): string {
  return exchange.text.trim().replaceAll(/^"|"$/g, '');
}

async function addMember(request: RealmRequest): Promise<Reply> {
  const { id } = findOrganization(request);
  const user = await request.store.users.find(request.realm.id, readIdentifier(request));
  if (user === undefined) throw invalid('User does not exist');
  await request.updateRealm((realm) =>
    changeOrganization(realm, id, (current) => {
      if (readMembers(current).has(user.username))
        throw conflict('User is already a member of the organization.');
      return withMember(current, user.username, 'UNMANAGED');
    }),
  );
  return created(request.exchange, user.id);
}

async function removeMember(request: RealmRequest): Promise<Reply> {
  const { id } = findOrganization(request);
  const { user } = await findMember(request);
  await request.updateRealm((realm) =>
    changeOrganization(realm, id, (current) => withoutMember(current, user.username)),
  );
  return DONE;
}

async function listOfMember(request: RealmRequest): Promise<Reply> {
  const user = await request.store.users.find(request.realm.id, parameter(request, 'user'));
  const organizations = listOrganizations(request);
  if (user === undefined) throw notFound('HTTP 404 Not Found');
  const isMember = (organization: KeptObject): boolean => readMembers(organization).has(user.username);
  const brief = readSwitch(request.exchange, 'briefRepresentation') !== false;
  return ok(organizations.filter(isMember).map((each) => shownOrganization(each, brief)));
}

/** The realm's identity providers that belong to the organization in the path. */
function providersOf(request: RealmRequest): readonly KeptObject[] {
  const aliases = new Set(listKept(findOrganization(request), 'identityProviders').map(({ alias }) => alias));
  return listKept(request.realm.stored, 'identityProviders').filter(({ alias }) => aliases.has(alias));
}

/** @throws {AdminError} 404 with this message. */
function findProvider(request: RealmRequest, message: string): KeptObject {
  const found = providersOf(request).find(({ alias }) => alias === parameter(request, 'alias'));
  if (found === undefined) throw noOrganization(message);
  return found;
}

async function linkProvider(request: RealmRequest): Promise<Reply> {
  const { id } = findOrganization(request);
  const wanted = readIdentifier(request);
  const provider = listKept(request.realm.stored, 'identityProviders').find(
    ({ alias, internalId }) => alias === wanted || internalId === wanted,
  );
  if (provider === undefined) throw invalid('Identity provider not found with the given alias');
  const others = listOrganizations(request).flatMap((each) => listKept(each, 'identityProviders'));
  if (others.some(({ alias }) => alias === provider['alias']))
    throw conflict('Identity provider already associated to the organization');
  await request.updateRealm((realm) =>
    changeOrganization(realm, id, (current) => ({
      ...current,
      identityProviders: [...listKept(current, 'identityProviders'), { alias: provider['alias'] }],
    })),
  );
  return DONE;
}

async function unlinkProvider(request: RealmRequest): Promise<Reply> {
  const { alias } = findProvider(request, 'Identity provider not found with the given alias');
  const { id } = findOrganization(request);
  await request.updateRealm((realm) =>
    changeOrganization(realm, id, (current) => ({
      ...current,
      identityProviders: listKept(current, 'identityProviders').filter((each) => each['alias'] !== alias),
    })),
  );
  return DONE;
}

const ALL = '/organizations';
const MEMBERS = `${ORGANIZATION_PATH}/members`;
const PROVIDERS = `${ORGANIZATION_PATH}/identity-providers`;

export const ORGANIZATION_MEMBER_ROWS: readonly RealmRow[] = [
  viewRow(MEMBERS, VIEW_MEMBERS, listMembers),
  viewRow(`${MEMBERS}/count`, VIEW_MEMBERS, async (request) => ok((await filteredMembers(request)).length)),
  {
    ...changeRow('POST', MEMBERS, MANAGE_ORGANIZATIONS, 'Add member to organization', addMember),
    body: 'text',
  },
  viewRow(`${MEMBERS}/:user`, VIEW_MEMBERS, async (request) =>
    ok(shownMember(request, await findMember(request))),
  ),
  changeRow(
    'DELETE',
    `${MEMBERS}/:user`,
    MANAGE_ORGANIZATIONS,
    'Remove member from organization',
    removeMember,
  ),
  viewRow(`${MEMBERS}/:user/organizations`, VIEW_MEMBERS, listOfMember),
  viewRow(`${ALL}/members/:user/organizations`, VIEW_MEMBERS, listOfMember),
  viewRow(PROVIDERS, VIEW_ORGANIZATIONS, (request) => ok(maskSecrets(providersOf(request)))),
  {
    ...changeRow('POST', PROVIDERS, MANAGE_ORGANIZATIONS, 'Link identity provider', linkProvider),
    body: 'text',
  },
  viewRow(`${PROVIDERS}/:alias`, VIEW_ORGANIZATIONS, (request) =>
    ok(maskSecrets(findProvider(request, 'Identity provider not associated with the organization'))),
  ),
  changeRow(
    'DELETE',
    `${PROVIDERS}/:alias`,
    MANAGE_ORGANIZATIONS,
    'Remove identity provider from organization',
    unlinkProvider,
  ),
];
