// Creates links that sign a browser in as a user ("Sign in as"), and finds where the application of a client starts.
import { toIsoText } from '#protocol/clock.ts';
import { text } from '#protocol/contract/settings/value-type.ts';
import type { ClientStartWire, NewSignInLinkWire, SignInLinkWire } from '#protocol/contract/sign-in-links.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { type SignInLinks, signInLinkUrl } from '#protocol/login/sign-in-links.ts';
import { findClientStart } from '#protocol/realm/clients/client-start.ts';
import { matchRedirectUri } from '#protocol/realm/clients/redirect-uri.ts';
import { isServiceAccount, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { checkRealmEnabled, findNamedUser } from '#protocol/test-kit/find-person.ts';
import { KitError } from '#protocol/test-kit/kit-error.ts';
import { answer, ok } from '../admin-route.ts';
import { type EmulatorHandlers, type EmulatorRequest, realmExchangeOf } from '../emulator-route.ts';
import { readExactObject } from '../members.ts';
import { checkUser } from '../write-guard.ts';
import { explainUnavailable } from './application-settings.ts';
import { isSampleApplicationId, SAMPLE_APPLICATIONS } from './sample-applications.ts';
import type { SharedApplications } from './shared-applications.ts';

export interface SignInLinkDeps {
  readonly signInLinks: SignInLinks;
  readonly applications: SharedApplications;
}

type Creation = EmulatorRequest<'POST /realms/{realm}/sign-in-links'>;
type Question = EmulatorRequest<'GET /realms/{realm}/sign-in-links/start'>;
type Handlers = Pick<
  EmulatorHandlers<'sessions'>,
  'POST /realms/{realm}/sign-in-links' | 'GET /realms/{realm}/sign-in-links/start'
>;

const NEW_LINK = { user: { type: text }, client: { type: text }, startUrl: { type: text } };
/** Nothing is added to the address of an application, so it may have any parameter. */
const NO_PARAMETERS: ReadonlySet<string> = new Set();

/** @throws {KitError} for a user as whom nobody can sign in. */
function checkCanBeImpersonated(user: StoredUser): void {
  const { username, serviceAccountClientId } = user;
  if (isServiceAccount(user))
    throw new KitError(
      400,
      `user: ${username} is the service account of client ${serviceAccountClientId}, which does not sign in with a browser.`,
      'Name a user. Tokens of a service account come from the client credentials grant.',
    );
  if (!isUserEnabled(user))
    throw new KitError(409, `User ${username} is disabled.`, `Set enabled of user ${username} to true.`);
}

/** A client that signs users in with a browser. @throws {KitError} */
function findBrowserClient(realm: Realm, clientId: string): Client {
  const client = realm.clients.get(clientId);
  if (client === undefined)
    throw new KitError(
      400,
      `client: realm ${realm.name} has no client "${clientId}".`,
      'Create the client first, or correct its clientId.',
    );
  if (!client.enabled)
    throw new KitError(
      409,
      `client: client ${clientId} is disabled.`,
      `Set enabled of client ${clientId} to true.`,
    );
  if (client.protocol === 'saml') return client;
  if (client.protocol !== 'openid-connect')
    throw new KitError(
      409,
      `client: client ${clientId} uses ${client.protocol} and does not sign users in with a browser.`,
      'Name an OpenID Connect or SAML client.',
    );
  if (client.kind !== 'bearer-only' && (client.standardFlow || client.implicitFlow)) return client;
  throw new KitError(
    409,
    `client: client ${clientId} does not sign users in with a browser.`,
    `Turn on Standard flow (standardFlowEnabled) of client ${clientId}, or name another client.`,
  );
}

/** Where the client's sample application begins a sign-in; undefined if the realm cannot run one. */
async function findApplicationStart(
  { realm }: Question | Creation,
  { clientId }: Client,
  { applications }: SignInLinkDeps,
): Promise<ClientStartWire | undefined> {
  for (const { id, url, state } of await applications.list(realm.realm)) {
    const row = isSampleApplicationId(id) ? SAMPLE_APPLICATIONS[id] : undefined;
    if (row === undefined || row.clientId !== clientId || !('signIn' in row)) continue;
    if (state === 'running' && url !== undefined)
      return { startUrl: url + row.signIn, from: 'sample application' };
    const isAvailable = isSampleApplicationId(id) && explainUnavailable(realm, id) === undefined;
    if (isAvailable) return { from: 'sample application', application: id };
  }
  return undefined;
}

async function findStart(
  request: Question | Creation,
  client: Client,
  deps: SignInLinkDeps,
): Promise<ClientStartWire> {
  const sample = await findApplicationStart(request, client, deps);
  if (sample !== undefined && (sample.startUrl !== undefined || client.baseUrl === undefined)) return sample;
  const { baseUrl } = request.exchange;
  return findClientStart(client, { realmName: request.realm.realm, baseUrl }) ?? {};
}

/** The address that was sent, if it is one of the client's. @throws {KitError} 400 */
function checkStartUrl(client: Client, sent: string, baseUrl: string): string {
  const base = { rootUrl: client.rootUrl, baseUrl };
  const url = matchRedirectUri(client.redirectUris, sent, base, NO_PARAMETERS);
  if (url !== undefined && /^https?:/i.test(url)) return url;
  throw new KitError(
    400,
    `startUrl: no redirect URI of client ${client.clientId} matches "${sent.slice(0, 200)}".`,
    `Send an http or https URL that matches, or add the URL to the redirect URIs (redirectUris) of client ${client.clientId}.`,
  );
}

async function startUrlOf(
  request: Creation,
  client: Client,
  sent: string | undefined,
  deps: SignInLinkDeps,
): Promise<string> {
  if (sent !== undefined) return checkStartUrl(client, sent, request.exchange.baseUrl);
  const { startUrl, application } = await findStart(request, client, deps);
  if (startUrl !== undefined) return startUrl;
  const { clientId } = client;
  if (application !== undefined)
    throw new KitError(
      409,
      `client: the sample application of client ${clientId} is not running.`,
      `Start it on Overview ("Try it") or with POST /emulator/v1/realms/${request.realm.realm}/applications/${application}, or send startUrl.`,
    );
  throw new KitError(
    409,
    `client: the settings of client ${clientId} do not say where the application starts.`,
    `Set the Home URL (baseUrl) of client ${clientId}, send startUrl, or leave out client to sign in to the realm only.`,
  );
}

async function create(request: Creation, deps: SignInLinkDeps): Promise<Reply> {
  const wanted = readExactObject<NewSignInLinkWire>(request.exchange.json, NEW_LINK, ['user']);
  const exchange = realmExchangeOf(request);
  const { realm } = exchange;
  checkRealmEnabled(realm);
  const client = wanted.client === undefined ? undefined : findBrowserClient(realm, wanted.client);
  const user = await findNamedUser(request.store.users, realm, wanted.user);
  checkUser(request, realm, user);
  checkCanBeImpersonated(user);
  const start =
    client === undefined
      ? {}
      : {
          start: { url: await startUrlOf(request, client, wanted.startUrl, deps), clientId: client.clientId },
        };
  const { key, expiresAt } = await deps.signInLinks.create(exchange, {
    realmId: realm.id,
    userId: user.id,
    username: user.username,
    ...start,
    impersonator: {
      username: request.administrator.username,
      realm: request.administrator.realm.name,
    },
    flow: exchange.activity.flow,
  });
  const link: SignInLinkWire = {
    signInUrl: signInLinkUrl(exchange, key),
    expiresAt: toIsoText(expiresAt),
    username: user.username,
    ...(start.start === undefined ? {} : { startUrl: start.start.url }),
  };
  return answer(201, link);
}

export function createSignInLinkHandlers(deps: SignInLinkDeps): Handlers {
  return {
    'POST /realms/{realm}/sign-in-links': (request) => create(request, deps),
    'GET /realms/{realm}/sign-in-links/start': async (request) => {
      const { realm } = realmExchangeOf(request);
      return ok(await findStart(request, findBrowserClient(realm, request.query.client), deps));
    },
  };
}
