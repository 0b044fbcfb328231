// The device grant's row of the sign-in protocol table.
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import type { SignedIn, SignInProtocol, SignInRequest } from '#protocol/login/sign-in.ts';
import { joinClient } from '#protocol/realm/sessions/sessions.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { restoreScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import type { Store } from '#protocol/store/store.ts';
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
  { clientId }: Client,
): SignInRequest {
  const data: DeviceData = { deviceCode, scope };
  return {
    protocol: DEVICE,
    clientId,
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
  const session = deps.store.sessions.find(realm.id, signedIn.session.id);
  if (client === undefined || !client.enabled || session === undefined) {
    activity.recordNote(RULE, 'The client was disabled or the session ended during the sign-in.', SECTION);
    return answerBrowser(exchange, 'server_error');
  }
  activity.client(client.clientId);
  const data = readData(request);
  if (await approveDevice(exchange, client, data, { ...signedIn, session }, deps))
    return answerBrowser(exchange);
  activity.recordNote(RULE, 'The code expired or was answered elsewhere during the sign-in.', SECTION);
  return answerBrowser(exchange, 'expired_token');
}

/** Adds the client to the session; the device's next poll gets its tokens. False if the code is not pending. */
export async function approveDevice(
  { realm, clock, activity }: RealmExchange,
  client: Client,
  { deviceCode, scope }: DeviceData,
  { session, acr, user }: Pick<SignedIn, 'session' | 'acr' | 'user'>,
  { store, devices }: DeviceSignInDeps,
): Promise<boolean> {
  const approval = { sessionId: session.id, acr, authenticatedAt: session.authenticatedAt };
  if ((await devices.answer(realm.id, deviceCode, approval, clock.now())) !== 'taken') return false;
  const { scopes, openid } = restoreScopes(client, scope);
  const part = { scope: storedScopeText(scopes, openid), acr };
  store.sessions.save(joinClient(realm, client, session, clock.now(), part));
  activity.recordPass(RULE, `${user.username} approved the device.`, SECTION);
  return true;
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
