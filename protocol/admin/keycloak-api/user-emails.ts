// Links that administrators send users by e-mail: to verify an address, or to complete required actions.
import { readableClientName } from '#protocol/contract/client-name.ts';
import {
  currentActionName,
  OTHER_ACTIONS,
  SUPPORTED_ACTIONS,
} from '#protocol/contract/settings/required-action.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import {
  type AdministratorLink,
  mailAdministratorLink,
  type SendActionMail,
} from '#protocol/login/action-tokens/action-mailer.ts';
import { administratorLinkLifespan } from '#protocol/login/action-tokens/lifespans.ts';
import { ACCOUNT_CLIENT } from '#protocol/login/action-tokens/link-request.ts';
import { matchRedirectUri } from '#protocol/realm/clients/redirect-uri.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { invalid } from '../admin-error.ts';
import { changeRow, DONE, type RealmRequest, type RealmRow } from '../admin-route.ts';
import { findUser } from './users.ts';

export interface UserEmailDeps {
  readonly keys: RealmKeys;
  readonly sendMail: SendActionMail;
}

const NO_PARAMETERS: ReadonlySet<string> = new Set();
const MAX_ACTIONS = 100;

function findClient({ clients, name }: Realm, clientId: string): Client {
  const client = clients.get(clientId);
  if (client === undefined)
    throw invalid(`Client doesn't exist: client_id "${clientId.slice(0, 255)}" is unknown in realm ${name}`);
  if (!client.enabled)
    throw invalid(`Client is not enabled: enable client ${clientId}, or send another client_id`);
  return client;
}

function readRedirectUri(
  { baseUrl }: RealmExchange,
  client: Client,
  sent: string | undefined,
): string | undefined {
  if (sent === undefined) return undefined;
  const base = { rootUrl: client.rootUrl, baseUrl };
  const uri = matchRedirectUri(client.redirectUris, sent, base, NO_PARAMETERS);
  if (uri !== undefined && /^https?:/i.test(uri)) return uri;
  throw invalid(
    `Invalid redirect uri. redirect_uri matches no redirect URI (redirectUris) of client ${client.clientId}`,
  );
}

function readLifespan(realm: Realm, sent: string | undefined): number {
  if (sent === undefined) return administratorLinkLifespan(realm);
  if (/^[1-9]\d{0,8}$/.test(sent)) return Number(sent);
  throw invalid('lifespan must be a number of seconds between 1 and 999999999');
}

function readActions({ realm, exchange }: RealmRequest): readonly string[] {
  const sent: unknown = exchange.json;
  if (!Array.isArray(sent) || sent.length > MAX_ACTIONS || !sent.every((name) => typeof name === 'string'))
    throw invalid(`The body must be a JSON array of at most ${MAX_ACTIONS} aliases of required actions`);
  const own = (realm.stored.requiredActions ?? []).map(({ alias }) => alias);
  const known = new Set([...Object.keys(SUPPORTED_ACTIONS), ...OTHER_ACTIONS, ...own]);
  const unknown = sent.find((name) => !known.has(name) && !known.has(currentActionName(name)));
  if (unknown === undefined) return [...new Set(sent.map(currentActionName))];
  throw invalid(`Provided invalid required actions: "${unknown.slice(0, 255)}" is unknown in the realm`);
}

function checkRecipient({ enabled, email = '' }: StoredUser): string {
  if (email === '') throw invalid('User email missing');
  if (enabled === false) throw invalid('User is disabled');
  return email;
}

/** Query parameters `client_id`, `redirect_uri` (only with a client) and `lifespan` (seconds). */
async function sendLink(
  request: RealmRequest,
  { keys, sendMail }: UserEmailDeps,
  link: Pick<AdministratorLink, 'type' | 'actions'>,
) {
  const user = await findUser(request);
  const { realm } = request;
  const exchange: RealmExchange = { ...request.exchange, realm, clock: request.clocks(realm.name) };
  const to = checkRecipient(user);
  const clientId = exchange.query.get('client_id');
  const redirectUri = exchange.query.get('redirect_uri');
  if (redirectUri !== undefined && clientId === undefined) throw invalid('Client id missing');
  const client = findClient(realm, clientId ?? ACCOUNT_CLIENT);
  await mailAdministratorLink(
    exchange,
    { keys, sendMail },
    {
      ...link,
      user,
      to,
      lifespanSeconds: readLifespan(realm, exchange.query.get('lifespan')),
      clientId: client.clientId,
      redirectUri: readRedirectUri(exchange, client, redirectUri),
      clientName: readableClientName(client.name) || client.clientId,
    },
  );
  return DONE;
}

export function createUserEmailRows(deps: UserEmailDeps): readonly RealmRow[] {
  const row = (
    path: string,
    title: string,
    linkOf: (request: RealmRequest) => Pick<AdministratorLink, 'type' | 'actions'>,
  ) =>
    changeRow('PUT', `/users/:user/${path}`, ['manage-users'], title, async (request) => {
      await findUser(request);
      return sendLink(request, deps, linkOf(request));
    });
  return [
    row('send-verify-email', 'Send verification e-mail', () => ({ type: 'verify-email' })),
    row('execute-actions-email', 'Send e-mail with required actions', (request) => ({
      type: 'execute-actions',
      actions: readActions(request),
    })),
    // Compat: until Keycloak 26.
    row('reset-password-email', 'Send e-mail for a new password', () => ({
      type: 'execute-actions',
      actions: ['UPDATE_PASSWORD'],
    })),
  ];
}
