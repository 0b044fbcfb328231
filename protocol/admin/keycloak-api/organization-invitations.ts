// Invitations to organizations, sent by e-mail: to users of the realm and to people who register with the link.
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { mailInvitation, type SendActionMail } from '#protocol/login/action-tokens/action-mailer.ts';
import { administratorLinkLifespan } from '#protocol/login/action-tokens/lifespans.ts';
import { changeOrganization } from '#protocol/realm/change-organization.ts';
import {
  type Invitation,
  listInvitations,
  withInvitation,
  withoutInvitation,
} from '#protocol/realm/invitations.ts';
import type { KeptObject } from '#protocol/realm/kept-objects.ts';
import { EMAIL } from '#protocol/realm/profile/validators.ts';
import { isServiceAccount } from '#protocol/realm/users/users.ts';
import { readMembers } from '#protocol/realm/view/organizations.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { conflict, invalid } from '../admin-error.ts';
import {
  changeRow,
  DONE,
  ok,
  parameter,
  type RealmRequest,
  type RealmRow,
  slicePage,
  viewRow,
} from '../admin-route.ts';
import {
  findOrganization,
  MANAGE_ORGANIZATIONS,
  noOrganization,
  ORGANIZATION_PATH,
  VIEW_ORGANIZATIONS,
} from './organizations.ts';

export interface InvitationDeps {
  readonly keys: RealmKeys;
  readonly sendMail: SendActionMail;
}

const DEFAULT_MAX = 100;

function statusOf({ clocks, realm }: RealmRequest, { expiresAt }: Invitation): 'PENDING' | 'EXPIRED' {
  return expiresAt <= nowInSeconds(clocks(realm.name)) ? 'EXPIRED' : 'PENDING';
}

/** Without the link, which Keycloak does not show any more. */
function shown(request: RealmRequest, organization: KeptObject, invitation: Invitation): KeptObject {
  const { id, email, firstName, lastName, sentAt, expiresAt } = invitation;
  return {
    id,
    email,
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    organizationId: organization['id'],
    sentDate: sentAt,
    expiresAt,
    status: statusOf(request, invitation),
  };
}

/** By `status`, and by parts of the address and the names. */
function list(request: RealmRequest): Reply {
  const organization = findOrganization(request);
  const { query } = request.exchange;
  const sent = (name: string): string => query.get(name)?.toLowerCase() ?? '';
  const status = query.get('status')?.toUpperCase();
  const found = listInvitations(organization).filter((invitation) => {
    const has = (text: string | undefined, part: string): boolean =>
      (text ?? '').toLowerCase().includes(part);
    const { email, firstName, lastName } = invitation;
    return (
      (status === undefined || statusOf(request, invitation) === status) &&
      has(email, sent('email')) &&
      has(firstName, sent('firstName')) &&
      has(lastName, sent('lastName')) &&
      [email, firstName, lastName].some((text) => has(text, sent('search')))
    );
  });
  const page = slicePage(request.exchange, found, DEFAULT_MAX);
  return ok(page.map((invitation) => shown(request, organization, invitation)));
}

/** The invitation in the path. @throws {AdminError} 404. */
function findInvitation(request: RealmRequest): Invitation {
  const id = parameter(request, 'invitation');
  const found = listInvitations(findOrganization(request)).find((invitation) => invitation.id === id);
  if (found === undefined) throw noOrganization('Invitation not found');
  return found;
}

async function remove(request: RealmRequest): Promise<Reply> {
  const { id } = findInvitation(request);
  const organization = findOrganization(request);
  await request.updateRealm((realm) =>
    changeOrganization(realm, organization['id'], (current) => withoutInvitation(current, id)),
  );
  return DONE;
}

/** The recipient; `user` is undefined for someone without an account. */
interface Invited {
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly user: StoredUser | undefined;
}

/** @throws {AdminError} 400 or 409, as in Keycloak. */
async function readInvited({ exchange, store, realm }: RealmRequest): Promise<Invited> {
  const email = (exchange.form.get('email') ?? '').trim().toLowerCase();
  if (email === '') throw invalid('Email is required to invite a member');
  if (!EMAIL.test(email)) throw invalid('Invalid email format');
  const firstName = exchange.form.get('firstName') || undefined;
  const lastName = exchange.form.get('lastName') || undefined;
  return { email, firstName, lastName, user: await store.users.findByEmail(realm.id, email) };
}

/** @throws {AdminError} 409 for a member, and for an address with an invitation that has not expired. */
function checkIsFree(request: RealmRequest, organization: KeptObject, { email, user }: Invited): void {
  const pending = listInvitations(organization).find((invitation) => invitation.email === email);
  if (pending !== undefined && statusOf(request, pending) === 'PENDING')
    throw conflict('User already has a pending invitation');
  if (user !== undefined && readMembers(organization).has(user.username))
    throw conflict('User already a member of the organization');
}

async function inviteUser(request: RealmRequest, deps: InvitationDeps): Promise<Reply> {
  const organization = findOrganization(request);
  const invited = await readInvited(request);
  checkIsFree(request, organization, invited);
  return send(request, deps, organization, invited);
}

async function inviteExistingUser(request: RealmRequest, deps: InvitationDeps): Promise<Reply> {
  const organization = findOrganization(request);
  const id = request.exchange.form.get('id') ?? '';
  if (id.trim() === '') throw invalid('To invite a member you need to provide the user id');
  const user = await request.store.users.find(request.realm.id, id);
  if (user === undefined || isServiceAccount(user)) throw invalid('User does not exist');
  const { email = '', firstName, lastName } = user;
  if (email === '') throw invalid('User email missing');
  const invited = { email: email.toLowerCase(), firstName, lastName, user };
  checkIsFree(request, organization, invited);
  return send(request, deps, organization, invited);
}

/** Compat: a new invitation takes the place of the old one. */
async function resend(request: RealmRequest, deps: InvitationDeps): Promise<Reply> {
  const { email, firstName, lastName } = findInvitation(request);
  const user = await request.store.users.findByEmail(request.realm.id, email);
  return send(request, deps, findOrganization(request), { email, firstName, lastName, user });
}

async function send(
  request: RealmRequest,
  deps: InvitationDeps,
  organization: KeptObject,
  { user, email, firstName, lastName }: Invited,
): Promise<Reply> {
  const { realm } = request;
  const exchange: RealmExchange = { ...request.exchange, realm, clock: request.clocks(realm.name) };
  const lifespanSeconds = administratorLinkLifespan(realm);
  const sentAt = nowInSeconds(exchange.clock);
  const invitation: Invitation = {
    id: createUuid(),
    email,
    firstName,
    lastName,
    sentAt,
    expiresAt: sentAt + lifespanSeconds,
  };
  await request.updateRealm((stored) =>
    changeOrganization(stored, organization['id'], (current) => withInvitation(current, invitation)),
  );
  const redirectUrl = organization['redirectUrl'];
  await mailInvitation(exchange, deps, {
    id: invitation.id,
    user,
    to: user?.email ?? email,
    lifespanSeconds,
    organization: { id: String(organization['id']), name: String(organization['name']) },
    redirectUri: typeof redirectUrl === 'string' && redirectUrl !== '' ? redirectUrl : undefined,
  });
  return DONE;
}

const INVITATIONS = `${ORGANIZATION_PATH}/invitations`;
const ONE = `${INVITATIONS}/:invitation`;

export function createInvitationRows(deps: InvitationDeps): readonly RealmRow[] {
  const sending = (
    path: string,
    title: string,
    handle: (request: RealmRequest, deps: InvitationDeps) => Promise<Reply>,
  ): RealmRow => changeRow('POST', path, MANAGE_ORGANIZATIONS, title, (request) => handle(request, deps));
  return [
    {
      ...sending(`${ORGANIZATION_PATH}/members/invite-user`, 'Invite user to organization', inviteUser),
      body: 'form',
    },
    {
      ...sending(
        `${ORGANIZATION_PATH}/members/invite-existing-user`,
        'Invite existing user to organization',
        inviteExistingUser,
      ),
      body: 'form',
    },
    viewRow(INVITATIONS, VIEW_ORGANIZATIONS, list),
    viewRow(ONE, VIEW_ORGANIZATIONS, (request) =>
      ok(shown(request, findOrganization(request), findInvitation(request))),
    ),
    changeRow('DELETE', ONE, MANAGE_ORGANIZATIONS, 'Remove invitation', remove),
    sending(`${ONE}/resend`, 'Resend invitation', resend),
  ];
}
