// The verification page: takes the user code and starts the sign-in.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { findRealmProblem } from '#protocol/http/check-realm.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import type { Login } from '#protocol/login/sign-in.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { DeviceAuthorization, DeviceAuthorizations } from './device-authorizations.ts';
import { allowsDeviceGrant } from './device-endpoint.ts';
import { deviceUrl, renderCodePage } from './device-pages.ts';
import { signInRequest } from './device-sign-in.ts';
import type { GuessLimit } from './guess-limit.ts';
import { formatUserCode, parseUserCode } from './user-code.ts';

export interface UserCodeDeps {
  readonly devices: DeviceAuthorizations;
  readonly guesses: GuessLimit;
  readonly login: Login;
}

const RULE = 'check-user-code';
const SECTION = 'RFC 8628 §3.3';

/** GET: the page, or with `user_code` (complete verification URI, RFC 8628 §3.3.1) the sign-in. */
export async function showUserCode(exchange: RealmExchange, deps: UserCodeDeps): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  const problem = refuseRealm(exchange);
  if (problem !== undefined) return problem;
  const typed = exchange.query.get('user_code') ?? '';
  if (typed === '') {
    exchange.activity.outcome('asked');
    return renderCodePage(exchange, { status: 200, typed, problem: undefined });
  }
  const found = await findDevice(exchange, typed, deps);
  if ('page' in found) return found.page;
  return deps.login.begin(exchange, signInRequest(found.device, found.client));
}

/** POST: the form. A correct code redirects to the URL that starts the sign-in, so reloading is safe. */
export async function takeUserCode(exchange: RealmExchange, deps: UserCodeDeps): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  const problem = refuseRealm(exchange);
  if (problem !== undefined) return problem;
  const found = await findDevice(exchange, exchange.form.get('device_user_code') ?? '', deps);
  if ('page' in found) return found.page;
  return redirectReply(`${deviceUrl(exchange)}?user_code=${formatUserCode(found.device.approvalCode)}`);
}

function refuseRealm(exchange: RealmExchange): Reply | undefined {
  const problem = findRealmProblem(exchange);
  if (problem === undefined) return undefined;
  const { code, ...details } = problem;
  return refuseByPage(exchange, new OAuthError(code, { ...details, status: 400, section: SECTION }));
}

function refuseByPage(exchange: RealmExchange, error: OAuthError): Reply {
  exchange.activity.refused(error, RULE);
  return renderErrorPage(exchange, { status: error.status, message: error.description, error });
}

type Found = { readonly page: Reply } | { readonly device: DeviceAuthorization; readonly client: Client };

async function findDevice(exchange: RealmExchange, typed: string, deps: UserCodeDeps): Promise<Found> {
  const { realm, clock, activity } = exchange;
  const wait = await deps.guesses.begin(exchange);
  if (wait > 0) return { page: refuseTooMany(exchange, wait) };
  const userCode = parseUserCode(typed);
  const device =
    userCode === undefined
      ? undefined
      : await deps.devices.findByApprovalCode(realm.id, userCode, clock.now());
  if (device === undefined)
    return { page: refuseCode(exchange, typed, 'There is no such code, or it expired long ago.') };
  await deps.guesses.forgive(exchange);
  activity.joinFlow(device.flow);
  if (device.progress.state !== 'pending') {
    return { page: refuseCode(exchange, typed, 'The code was already answered; each can be used once.') };
  }
  if (clock.now() >= device.expiresAt) return { page: refuseExpired(exchange, typed) };
  const client = realm.clientsById.get(device.clientUuid);
  if (client === undefined || !client.enabled || !allowsDeviceGrant(client)) {
    return { page: refuseLostClient(exchange, client) };
  }
  activity.client(client.clientId);
  activity.recordPass(RULE, `The code belongs to a device of client ${client.clientId}.`, SECTION);
  return { device, client };
}

function refuseCode(exchange: RealmExchange, typed: string, reason: string): Reply {
  const description = 'Invalid code, please try again.';
  const remedy = 'Enter the code that the device shows now.';
  exchange.activity.refused(
    new OAuthError('invalid_request', { description, reason, remedy, section: SECTION }),
    RULE,
  );
  return renderCodePage(exchange, { status: 200, typed, problem: description });
}

function refuseExpired(exchange: RealmExchange, typed: string): Reply {
  const { realm } = exchange;
  const description = 'The code has expired. Please go back to your device and try connecting again.';
  exchange.activity.refused(
    new OAuthError('expired_token', {
      description,
      reason: 'The lifespan that the client or the realm sets is over.',
      remedy: `Enter the code sooner, or raise oauth2DeviceCodeLifespan of realm ${realm.name}, now ${realm.lifespans.deviceCode} seconds.`,
      section: SECTION,
    }),
    RULE,
  );
  return renderCodePage(exchange, { status: 200, typed, problem: description });
}

function refuseTooMany(exchange: RealmExchange, waitSeconds: number): Reply {
  const description = 'Too many wrong codes. Please wait a few minutes and try again.';
  exchange.activity.refused(
    new OAuthError('temporarily_unavailable', {
      status: 429,
      description,
      reason: `Too many wrong codes came from ${exchange.remoteAddress}.`,
      remedy: `Wait ${waitSeconds} seconds, or move the realm's clock.`,
      section: 'RFC 8628 §5.1',
    }),
    RULE,
  );
  const page = renderCodePage(exchange, { status: 429, typed: '', problem: description });
  return { ...page, headers: { ...page.headers, 'retry-after': String(waitSeconds) } };
}

function refuseLostClient(exchange: RealmExchange, client: Client | undefined): Reply {
  const name = client === undefined ? 'the client' : `client ${client.clientId}`;
  const isOff = client?.enabled === true;
  return refuseByPage(
    exchange,
    new OAuthError('unauthorized_client', {
      description: isOff ? 'Device login is disabled for the client.' : 'Client disabled.',
      reason: isOff
        ? `The device grant of ${name} was turned off.`
        : `The client of the device was removed or disabled.`,
      remedy: isOff
        ? fixable({ kind: 'allow-device-grant', client: client.clientId })
        : `Add the client to realm ${exchange.realm.name} again, or set enabled of ${name} to true.`,
      section: SECTION,
    }),
  );
}
