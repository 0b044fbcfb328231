// The account API's applications: those with a session, offline access or a consent, and changes of consents.

import type { UserConsentRepresentation } from '#protocol/contract/realm-representation.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { emptyReply, NO_STORE } from '#protocol/http/replies.ts';
import { type PageTexts, textsOf } from '#protocol/login/texts/page-texts.ts';
import { resolveClientUrl } from '#protocol/realm/clients/client-url.ts';
import { revokeConsent } from '#protocol/realm/sessions/revoke-consent.ts';
import { isClientSessionActive, isSessionActive } from '#protocol/realm/sessions/sessions.ts';
import type { Client, ClientScope } from '#protocol/realm/view/realm.ts';
import { collect } from '#protocol/store/collect.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import type { VerifiedToken } from '#protocol/token/token-verifier.ts';
import { readConsent } from './account-consent.ts';
import { type AccountCall, accountError, accountReply } from './account-route.ts';

type Stores = Pick<Store, 'users' | 'sessions'>;

/** Compat: `ConsentRepresentation`. Times are in milliseconds. */
interface ConsentWire {
  readonly grantedScopes: readonly {
    readonly id: string;
    readonly name: string;
    readonly displayText?: string;
  }[];
  readonly createdDate: number | undefined;
  readonly lastUpdatedDate: number | undefined;
}

/** Compat: `ClientRepresentation` of the account API. */
interface ApplicationWire {
  readonly clientId: string;
  readonly clientName: string;
  readonly description: string | undefined;
  readonly userConsentRequired: boolean;
  readonly inUse: boolean;
  readonly offlineAccess: boolean;
  readonly rootUrl: string | undefined;
  readonly baseUrl: string | undefined;
  readonly effectiveUrl: string | undefined;
  readonly consent?: ConsentWire;
  readonly logoUri?: string | undefined;
  readonly policyUri?: string | undefined;
  readonly tosUri?: string | undefined;
}

const PATH = '/applications';
const CONSENT = `${PATH}/:client/consent`;
const CHANGE = ['manage-account', 'manage-consent'] as const;
const RULE = 'change-consent';

export function listApplicationCalls(store: Stores): readonly AccountCall[] {
  const save: AccountCall['answer'] = (exchange, token) => saveConsent(store, exchange, token);
  const title = 'Account consent, change';
  return [
    {
      method: 'GET',
      path: PATH,
      title: 'Account applications',
      roles: ['manage-account', 'view-applications'],
      answer: async (exchange, { user }) => accountReply(await listApplications(store, exchange, user)),
    },
    {
      method: 'GET',
      path: CONSENT,
      title: 'Account consent',
      roles: ['manage-account', 'view-consent', 'manage-consent'],
      answer(exchange, { user }) {
        const consent = consentOf(user, findClient(exchange));
        return consent === undefined
          ? emptyReply(204, NO_STORE)
          : accountReply(describeConsent(exchange, user, consent));
      },
    },
    { method: 'POST', path: CONSENT, title, body: 'json', roles: CHANGE, answer: save },
    { method: 'PUT', path: CONSENT, title, body: 'json', roles: CHANGE, answer: save },
    {
      method: 'DELETE',
      path: CONSENT,
      title: 'Account consent, revocation',
      roles: CHANGE,
      answer: (exchange, token) => revoke(store, exchange, token),
    },
  ];
}

/** @throws {OAuthError} `invalid_request` 404. */
function findClient({ realm, pathParameters }: RealmExchange): Client {
  const clientId = pathParameters['client'] ?? '';
  const client = realm.clients.get(clientId);
  if (client !== undefined) return client;
  throw accountError('invalid_request', {
    status: 404,
    rule: RULE,
    description: `No client with clientId: ${clientId} found.`,
    reason: `Realm ${realm.name} has no client ${clientId}.`,
    remedy: 'Send a clientId that GET …/account/applications lists.',
    userEventError: 'client_not_found',
  });
}

const consentOf = (user: StoredUser, client: Client): UserConsentRepresentation | undefined =>
  user.clientConsents?.find(({ clientId }) => clientId === client.clientId);

/** Compat: the name is the text's key, which the console looks up; the display text is for people. */
function describeScope(
  { resolve }: PageTexts,
  { id, name, consentText }: ClientScope,
): ConsentWire['grantedScopes'][number] {
  return { id, name: consentText, displayText: resolve(consentText, name) || name };
}

function describeConsent(
  exchange: RealmExchange,
  user: StoredUser,
  consent: UserConsentRepresentation,
): ConsentWire {
  const { grantedClientScopes = [], createdDate, lastUpdatedDate } = consent;
  const texts = textsOf(exchange, user);
  return {
    grantedScopes: grantedClientScopes.flatMap((name) => {
      const scope = exchange.realm.clientScopes.get(name);
      return scope === undefined ? [] : [describeScope(texts, scope)];
    }),
    createdDate,
    lastUpdatedDate: lastUpdatedDate ?? createdDate,
  };
}

interface Use {
  readonly inUse: ReadonlySet<string>;
  readonly offline: ReadonlySet<string>;
}

/** IDs of the clients that have an active session of the user. */
async function findUse(
  { sessions }: Stores,
  { realm, clock }: RealmExchange,
  user: StoredUser,
): Promise<Use> {
  const now = clock.now();
  const active = await collect(sessions.list(realm.id, { userId: user.id }), (session) =>
    isSessionActive(realm, session, now),
  );
  const idsOf = (offline: boolean): ReadonlySet<string> =>
    new Set(
      active
        .filter((session) => session.offline === offline)
        .flatMap((session) =>
          Object.keys(session.clients).filter((id) => {
            const client = realm.clientsById.get(id);
            return client !== undefined && isClientSessionActive(realm, client, session, now);
          }),
        ),
    );
  return { inUse: idsOf(false), offline: idsOf(true) };
}

async function listApplications(
  store: Stores,
  exchange: RealmExchange,
  user: StoredUser,
): Promise<readonly ApplicationWire[]> {
  const { realm, query } = exchange;
  const use = await findUse(store, exchange, user);
  const wanted = query.get('name')?.toLowerCase();
  return [...realm.clients.values()]
    .filter((client) => isListed(client, user, use))
    .filter(({ name }) => wanted === undefined || name.toLowerCase().includes(wanted))
    .map((client) => describeApplication(exchange, user, client, use));
}

function isListed(client: Client, user: StoredUser, { inUse, offline }: Use): boolean {
  if (client.kind === 'bearer-only') return false;
  if (inUse.has(client.id) || offline.has(client.id) || consentOf(user, client) !== undefined) return true;
  return client.enabled && client.representation.alwaysDisplayInConsole === true;
}

function describeApplication(
  exchange: RealmExchange,
  user: StoredUser,
  client: Client,
  { inUse, offline }: Use,
): ApplicationWire {
  const { clientId, name, rootUrl, baseUrl, attributes } = client;
  const consent = consentOf(user, client);
  return {
    clientId,
    clientName: name,
    description: client.representation.description,
    userConsentRequired: client.consentRequired,
    inUse: inUse.has(client.id),
    offlineAccess: offline.has(client.id),
    rootUrl,
    baseUrl,
    effectiveUrl: resolveClientUrl(client, baseUrl || rootUrl, exchange.baseUrl),
    ...(consent === undefined
      ? {}
      : {
          consent: describeConsent(exchange, user, consent),
          logoUri: attributes['logoUri'],
          policyUri: attributes['policyUri'],
          tosUri: attributes['tosUri'],
        }),
  };
}

/** Replaces the scopes of the consent. Compat: both methods create it if it does not exist. */
async function saveConsent(
  { users }: Stores,
  exchange: RealmExchange,
  { user }: VerifiedToken,
): Promise<Reply> {
  const { realm, activity, clock } = exchange;
  const client = findClient(exchange);
  const scopes = readConsent(exchange, client);
  const before = consentOf(user, client);
  const now = clock.now();
  const consent: UserConsentRepresentation = {
    ...before,
    clientId: client.clientId,
    grantedClientScopes: scopes.map(({ name }) => name),
    createdDate: before?.createdDate ?? now,
    lastUpdatedDate: now,
  };
  await users.update(realm.id, user.id, (current) => ({
    ...current,
    clientConsents: [
      ...(current.clientConsents ?? []).filter(({ clientId }) => clientId !== client.clientId),
      consent,
    ],
  }));
  activity.recordPass(RULE, `${user.username} grants ${client.clientId} what the request lists.`);
  activity.userEvent(before === undefined ? 'GRANT_CONSENT' : 'UPDATE_CONSENT', {
    granted_client: client.clientId,
    scope: scopes.map(({ name }) => name).join(' '),
  });
  return accountReply(describeConsent(exchange, user, consent));
}

/** Compat: also without a consent, as in Keycloak. */
async function revoke(store: Stores, exchange: RealmExchange, { user }: VerifiedToken): Promise<Reply> {
  const { realm, activity } = exchange;
  const { clientId } = findClient(exchange);
  const revoked = await revokeConsent({
    realm,
    user,
    clientId,
    sessions: store.sessions,
    update: (change) => store.users.update(realm.id, user.id, change),
  });
  activity.recordPass(
    RULE,
    revoked
      ? `${user.username} revokes the consent for ${clientId}, with its tokens.`
      : `${user.username} has granted ${clientId} nothing.`,
  );
  activity.userEvent('REVOKE_GRANT', { revoked_client: clientId });
  return emptyReply(204, NO_STORE);
}
