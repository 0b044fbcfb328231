// The device grant's row of the sign-in protocol table.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import type { SignedIn, SignInProtocol, SignInRequest } from '#protocol/login/sign-in.ts';
import { joinClient, withClientSession, withoutClientSession } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { restoreScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import type { SessionKey } from '#protocol/store/session-change.ts';
import type { SessionStore, Store, UserSession } from '#protocol/store/store.ts';
import type { DeviceAuthorization, DeviceAuthorizations } from './device-authorizations.ts';
import { type DeviceFailure, resultUrl } from './device-pages.ts';

/** Name of this row in the sign-in protocol table. */
const DEVICE = 'device';
const RULE = 'answer-device';
const SECTION = 'RFC 8628 §3.3';

export interface DeviceSignInDeps {
  readonly store: Store;
  readonly devices: DeviceAuthorizations;
}

interface DeviceData {
  readonly deviceCode: string;
  readonly scope: string;
}

function readData(request: SignInRequest): DeviceData {
  return request.data as DeviceData;
}

/** Always asks for consent, because someone else may have sent the user the code (RFC 8628 §5.4). */
export function signInRequest(
  { pollingCode: deviceCode, scope, flow }: DeviceAuthorization,
  client: Client,
): SignInRequest {
  const data: DeviceData = { deviceCode, scope };
  return {
    protocol: DEVICE,
    clientId: client.clientId,
    scopes: restoreScopes(client, scope).scopes.map(({ name }) => name),
    passive: false,
    forceLogin: false,
    forceConsent: true,
    flow,
    eventDetails: { auth_method: 'openid-connect', auth_type: 'code' },
    data,
  };
}

export function createDeviceSignIn(deps: DeviceSignInDeps): SignInProtocol {
  return {
    complete: (exchange, request, signedIn) => approve(exchange, request, signedIn, deps),
    refuse: (exchange, request, error) => refuse(exchange, request, error, deps),
    consent({ realm }, request) {
      const client = realm.clients.get(request.clientId);
      if (client === undefined) return undefined;
      return { client, scopes: restoreScopes(client, readData(request).scope).scopes };
    },
  };
}

function answerBrowser(exchange: RealmExchange, failure?: DeviceFailure): Reply {
  return redirectReply(resultUrl(exchange, failure));
}

/** After sign-in and consent. */
async function approve(
  exchange: RealmExchange,
  request: SignInRequest,
  signedIn: SignedIn,
  deps: DeviceSignInDeps,
): Promise<Reply> {
  const { realm, activity } = exchange;
  const client = realm.clients.get(request.clientId);
  const isUsable = client?.enabled === true;
  if (isUsable) activity.client(client.clientId);
  const outcome = isUsable
    ? await approveDevice(exchange, client, readData(request), signedIn, deps)
    : ('lost' as const);
  if (outcome === 'approved') return answerBrowser(exchange);
  if (outcome === 'lost') {
    activity.recordNote(RULE, 'The client was disabled or the session ended during the sign-in.', SECTION);
    return answerBrowser(exchange, 'server_error');
  }
  activity.recordNote(RULE, 'The code expired or was answered elsewhere during the sign-in.', SECTION);
  return answerBrowser(exchange, 'expired_token');
}

/**
 * Adds the client to the session; the device's next poll gets its tokens. `lost`: the session has ended; `late`: the
 * code is not pending.
 */
export async function approveDevice(
  { realm, clock, activity }: RealmExchange,
  client: Client,
  { deviceCode, scope }: DeviceData,
  { session: { id }, acr, user, organization }: Pick<SignedIn, 'session' | 'acr' | 'user' | 'organization'>,
  { store: { sessions }, devices }: DeviceSignInDeps,
): Promise<'approved' | 'lost' | 'late'> {
  const { scopes, openid } = restoreScopes(client, scope);
  const now = clock.now();
  const key = { realmId: realm.id, id };
  // The client joins first: the device may poll as soon as the code is answered.
  const joining = await sessions.update(key, (before) => {
    if (before === undefined) return { result: undefined };
    const joined = joinClient(realm, client, before, now, {
      scope: storedScopeText(scopes, openid),
      acr,
      ...(organization === undefined ? {} : { organization }),
    });
    return { session: joined, result: { before, joined } };
  });
  if (joining === undefined) return 'lost';
  const approval = { sessionId: id, acr, authenticatedAt: joining.joined.authenticatedAt };
  if ((await devices.answer(realm.id, deviceCode, approval, now)) !== 'taken') {
    await undoJoin(sessions, key, client, joining);
    return 'late';
  }
  activity.recordPass(RULE, `${user.username} approved the device.`, SECTION);
  return 'approved';
}

/** Gives the client its earlier part of the session back, unless it has changed since. */
async function undoJoin(
  sessions: SessionStore,
  key: SessionKey,
  { id }: Client,
  { before, joined }: { readonly before: UserSession; readonly joined: UserSession },
): Promise<void> {
  const earlier = before.clients[id];
  await sessions.update(key, (session) => {
    const part = session?.clients[id];
    if (session === undefined || part?.lastRefreshAt !== joined.clients[id]?.lastRefreshAt)
      return { result: undefined };
    return {
      session:
        earlier === undefined ? withoutClientSession(session, id) : withClientSession(session, earlier),
      result: undefined,
    };
  });
}

/** Only a denial by the user ends the device's polling; after other errors the code can be entered again. */
async function refuse(
  exchange: RealmExchange,
  request: SignInRequest,
  error: OAuthError,
  { devices }: DeviceSignInDeps,
): Promise<Reply> {
  if (error.code !== 'access_denied') return answerBrowser(exchange, 'server_error');
  const { realm, clock } = exchange;
  const taken = await devices.answer(realm.id, readData(request).deviceCode, 'denied', clock.now());
  return answerBrowser(exchange, taken === 'taken' ? 'access_denied' : 'expired_token');
}
