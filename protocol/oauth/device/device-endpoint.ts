// The device authorization endpoint: issues a device code for the client and a user code for the user.

import type { ClientAuthentication } from '#protocol/client-authentication/client-authentication.ts';
import type { FixWire } from '#protocol/contract/fixes.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, secondsNeeded } from '#protocol/errors/remedy.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { resolveRequestedScopes, storedScopeText } from '#protocol/realm/view/scopes.ts';
import { checkNoDuplicates } from '../check-form.ts';
import { answerClient } from '../client-endpoint.ts';
import { readCodeChallenge } from '../steps/check-pkce.ts';
import type { DeviceAuthorization, DeviceAuthorizations } from './device-authorizations.ts';
import { deviceUrl } from './device-pages.ts';
import { formatUserCode } from './user-code.ts';

export interface DeviceEndpointDeps {
  readonly devices: DeviceAuthorizations;
  readonly clientAuthentication: ClientAuthentication;
}

/** Whether the device grant is enabled for the client. */
export function allowsDeviceGrant(client: Client): boolean {
  return client.attributes['oauth2.device.authorization.grant.enabled'] === 'true';
}

/** RFC 8628 §3.1, §3.2. */
export function handleDeviceRequest(exchange: RealmExchange, deps: DeviceEndpointDeps): Promise<Reply> {
  return answerClient(
    exchange,
    deps.clientAuthentication,
    async (caller) => {
      const client = await caller.authenticate();
      return jsonReply(200, await beginDevice(exchange, client, deps.devices), NO_STORE);
    },
    { refuseBearerOnly },
  );
}

function refuseBearerOnly({ clientId }: Client): OAuthError {
  return new OAuthError('unauthorized_client', {
    status: 403,
    description: 'Bearer-only applications are not allowed to initiate browser login.',
    reason: `Client ${clientId} is bearer-only (bearerOnly) and cannot obtain tokens.`,
    remedy: fixable({ kind: 'clear-bearer-only', client: clientId }),
    section: 'RFC 8628 §3.1',
  });
}

function checkAllowed(client: Client): void {
  if (allowsDeviceGrant(client)) return;
  const text = 'Client is not allowed to initiate OAuth 2.0 Device Authorization Grant.';
  const setting = `oauth2.device.authorization.grant.enabled of client ${client.clientId}`;
  throw new OAuthError('unauthorized_client', {
    description: `${text} The flow is disabled for the client.`,
    reason: `The device grant is off: ${setting} is not true.`,
    remedy: fixable({ kind: 'allow-device-grant', client: client.clientId }),
    section: 'RFC 8628 §3.1',
  });
}

async function beginDevice(
  exchange: RealmExchange,
  client: Client,
  devices: DeviceAuthorizations,
): Promise<Readonly<Record<string, unknown>>> {
  const { realm, form, clock, activity } = exchange;
  checkAllowed(client);
  checkNoDuplicates(form, 'RFC 8628 §3.1');
  const codeChallenge = readCodeChallenge(client, form);
  exchange.activity.pkce(codeChallenge?.method);
  const { scopes, openid } = resolveRequestedScopes(realm, client, form.get('scope'));
  const lifespans = readLifespans(realm, client);
  const { pollingCode, approvalCode } = await devices.begin(
    {
      realmId: realm.id,
      clientUuid: client.id,
      scope: storedScopeText(scopes, openid),
      nonce: form.get('nonce') || undefined,
      codeChallenge,
      flow: activity.flow,
    },
    lifespans,
    clock.now(),
  );
  const shown = formatUserCode(approvalCode);
  activity.recordPass('begin-device', `The user must enter the code ${shown}.`, 'RFC 8628 §3.2');
  const uri = deviceUrl(exchange);
  return {
    device_code: pollingCode,
    user_code: shown,
    verification_uri: uri,
    verification_uri_complete: `${uri}?user_code=${shown}`,
    expires_in: lifespans.lifespanSeconds,
    interval: lifespans.intervalSeconds,
  };
}

/** The client's settings, with the realm's as fallback; in seconds. */
/** The change that gives the client's device codes more time: its own setting overrides the realm's. */
export function raiseDeviceLifespan(
  realm: Realm,
  client: Client,
  { expiresAt }: DeviceAuthorization,
  now: number,
): FixWire {
  const seconds = secondsNeeded(readLifespans(realm, client).lifespanSeconds, expiresAt, now);
  return client.attributes['oauth2.device.code.lifespan']
    ? { kind: 'raise-device-code-lifespan-of-client', client: client.clientId, seconds }
    : { kind: 'raise-device-code-lifespan', realm: realm.name, seconds };
}

function readLifespans(
  { lifespans }: Realm,
  { attributes }: Client,
): { readonly lifespanSeconds: number; readonly intervalSeconds: number } {
  const own = (name: string, fallback: number): number => {
    const seconds = Math.floor(Number(attributes[name]));
    return seconds > 0 && Number.isSafeInteger(seconds) ? seconds : fallback;
  };
  return {
    lifespanSeconds: own('oauth2.device.code.lifespan', lifespans.deviceCode),
    intervalSeconds: own('oauth2.device.polling.interval', lifespans.devicePolling),
  };
}
