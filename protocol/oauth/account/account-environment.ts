// What the account console reads from its page: addresses, language, and which of its parts this user has.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import { matchRedirectUri } from '#protocol/realm/clients/redirect-uri.ts';
import { isActionEnabled } from '#protocol/realm/users/required-actions.ts';
import { listIdentityProviders } from '#protocol/realm/view/identity-providers.ts';
import { effectiveRoles, hasRole } from '#protocol/realm/view/roles.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { ACCOUNT_CLIENT } from './account-access.ts';

/** The client of the console. */
export const CONSOLE_CLIENT = 'account-console';

/** Where the console's files are, below the server's base path. */
export const CONSOLE_FILES = '/resources/understudy/account/console';

/** Compat: `AccountEnvironment` of Keycloak's account console. */
interface AccountEnvironment {
  readonly serverBaseUrl: string;
  readonly authUrl: string;
  readonly authServerUrl: string;
  readonly baseUrl: string;
  readonly realm: string;
  readonly clientId: string;
  readonly resourceUrl: string;
  readonly logo: string;
  readonly logoUrl: string;
  readonly locale: string;
  readonly referrerName?: string;
  readonly referrerUrl?: string;
  readonly features: Readonly<Record<string, boolean>>;
}

/** Of the user who is signed in; undefined: nobody is. `locale`: of the page. */
export function describeEnvironment(
  exchange: RealmExchange,
  user: StoredUser | undefined,
  locale: string,
): AccountEnvironment {
  const { realm, baseUrl, basePath } = exchange;
  const consoleUrl = accountUrl(exchange);
  return {
    serverBaseUrl: baseUrl,
    authUrl: `${baseUrl}/`,
    authServerUrl: `${baseUrl}/`,
    baseUrl: consoleUrl,
    realm: realm.name,
    clientId: CONSOLE_CLIENT,
    resourceUrl: `${basePath}${CONSOLE_FILES}`,
    logo: 'logo.svg',
    logoUrl: consoleUrl,
    locale,
    ...describeReferrer(exchange),
    features: describeFeatures(exchange, user),
  };
}

/** The console's address, with a trailing slash. */
export function accountUrl({ baseUrl, realm }: RealmExchange): string {
  return `${baseUrl}/realms/${encodeURIComponent(realm.name)}/account/`;
}

function describeFeatures(
  { realm }: RealmExchange,
  user: StoredUser | undefined,
): Readonly<Record<string, boolean>> {
  const { stored } = realm;
  const roles = user === undefined ? undefined : effectiveRoles(realm, user);
  const has = (name: string): boolean =>
    roles !== undefined && hasRole(roles, { clientId: ACCOUNT_CLIENT, name });
  return {
    isRegistrationEmailAsUsername: realm.emailAsUsername,
    isEditUserNameAllowed: stored.editUsernameAllowed === true,
    isInternationalizationEnabled: stored.internationalizationEnabled === true,
    isLinkedAccountsEnabled: listIdentityProviders(realm).length > 0,
    // The server has no shared resources and no verifiable credentials.
    isMyResourcesEnabled: false,
    isOid4VciEnabled: false,
    isViewOrganizationsEnabled: false,
    deleteAccountAllowed: has('delete-account') && isActionEnabled(realm, 'delete_account'),
    updateEmailFeatureEnabled: true,
    updateEmailActionEnabled: isActionEnabled(realm, 'UPDATE_EMAIL'),
    isViewApplicationsEnabled: has('manage-account') || has('view-applications'),
    isViewGroupsEnabled: has('view-groups'),
  };
}

/** The application that led here, for the link back. Compat: an address must be one of its redirect URIs. */
function describeReferrer({
  realm,
  query,
  baseUrl,
}: RealmExchange): { readonly referrerName: string; readonly referrerUrl: string } | undefined {
  const client = realm.clients.get(query.get('referrer') ?? '');
  if (client === undefined) return undefined;
  const sent = query.get('referrer_uri');
  const { redirectUris, rootUrl } = client;
  const url =
    sent === undefined
      ? resolveClientUrl(client, client.baseUrl || rootUrl, baseUrl)
      : matchRedirectUri(redirectUris, sent, { rootUrl, baseUrl });
  if (url === undefined || !/^https?:/i.test(url)) return undefined;
  return { referrerName: client.name || client.clientId, referrerUrl: url };
}
