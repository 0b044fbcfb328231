// People who come through an organization's provider for the first time become members of the organization.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { changeOrganization, withMember } from '#protocol/realm/change-organization.ts';
import { findProviderFlow, listAuthenticators } from '#protocol/realm/flows/flow-tree.ts';
import { findIdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { findOrganizationOfProvider, isExpectedAddress } from '#protocol/realm/view/organization-sign-in.ts';
import type { Organization } from '#protocol/realm/view/organizations.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { RealmStore, StoredUser } from '#protocol/store/store.ts';
import { messageOf, type PageMessage } from '../texts/message.ts';

/** The step of the flow of a first sign-in that makes members. */
const MEMBER_STEP = 'idp-add-organization-member';

/** The organization that a first sign-in through the provider leads into; undefined: none. */
function findOrganizationToJoin(realm: Realm, alias: string): Organization | undefined {
  const organization = findOrganizationOfProvider(realm, alias);
  if (organization === undefined) return undefined;
  const flow = findIdentityProvider(realm, alias)?.firstLoginFlow;
  const { steps } = findProviderFlow(realm, flow, 'first broker login');
  return listAuthenticators(steps).some(({ authenticator }) => authenticator === MEMBER_STEP)
    ? organization
    : undefined;
}

/** Compat: a managed member, who came with the organization. A member stays as it is. */
export async function joinByProvider(
  { realms }: { readonly realms: Pick<RealmStore, 'update'> },
  { realm, activity }: RealmExchange,
  { username }: StoredUser,
  alias: string,
): Promise<void> {
  const organization = findOrganizationToJoin(realm, alias);
  if (organization === undefined || organization.members.has(username.toLowerCase())) return;
  const { id, name } = organization;
  await realms.update(realm.name, (stored) =>
    changeOrganization(stored, id, (kept) => withMember(kept, username, 'MANAGED')),
  );
  activity.recordPass(
    'join-organization',
    `${username} came through ${alias}, and is a member of the organization ${name} now.`,
    'Keycloak organizations',
  );
}

/** Why the address of a person does not fit to the provider through which the person comes. */
export function findAddressProblem(realm: Realm, alias: string, email: string): PageMessage | undefined {
  const organization = findOrganizationOfProvider(realm, alias);
  if (organization === undefined || isExpectedAddress(organization, alias, email)) return undefined;
  return messageOf('understudy.organizationEmail', organization.name);
}
