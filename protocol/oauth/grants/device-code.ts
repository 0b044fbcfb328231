// The device code grant: the device polls until the user has answered.

import { refusing } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { isSessionActive } from '#protocol/realm/sessions/sessions.ts';
import { checkConsent } from '#protocol/realm/users/consents.ts';
import { restoreScopes } from '#protocol/realm/view/scopes.ts';
import type { Store, UserSession } from '#protocol/store/store.ts';
import { requireParameter } from '../check-form.ts';
import type {
  DeviceApproval,
  DeviceAuthorization,
  DeviceAuthorizations,
} from '../device/device-authorizations.ts';
import { allowsDeviceGrant, raiseDeviceLifespan } from '../device/device-endpoint.ts';
import { checkGrantUser } from './check-user.ts';
import { checkVerifier } from './check-verifier.ts';
import { defineGrant, type Grant, type GrantContext } from './grant.ts';

interface Input {
  readonly deviceCode: string;
  readonly verifier: string | undefined;
}

const SECTION = 'RFC 8628 §3.5';

const refuse = refusing('invalid_grant', { section: SECTION, status: 400 });

export interface DeviceCodeGrantDeps {
  readonly devices: DeviceAuthorizations;
  readonly store: Pick<Store, 'sessions' | 'users'>;
}

/** RFC 8628 §3.4. */
export function createDeviceCodeGrant(deps: DeviceCodeGrantDeps): Grant {
  return defineGrant<Input>({
    type: 'urn:ietf:params:oauth:grant-type:device_code',
    section: 'RFC 8628 §3.4',
    parameters: ['device_code', 'code_verifier'],
    tokenIdPrefix: 'dg',
    offlineSession: 'beside',
    keepsAdapterSession: true,
    checkAllowed(client) {
      if (allowsDeviceGrant(client)) return;
      const setting = `oauth2.device.authorization.grant.enabled of client ${client.clientId}`;
      throw refuse(
        'Client not allowed OAuth 2.0 Device Authorization Grant',
        `The device grant is off: ${setting} is not true.`,
        fixable({ kind: 'allow-device-grant', client: client.clientId }),
      );
    },
    parse(form) {
      const remedy = 'Send the device_code of the device authorization response.';
      const deviceCode = requireParameter(form, 'device_code', { remedy, section: 'RFC 8628 §3.4' });
      return { deviceCode, verifier: form.get('code_verifier') };
    },
    async authorize(input, context) {
      const { realm, client } = context;
      const device = await findDevice(input, context, deps);
      context.joinFlow(device.flow);
      const approval = await pollDevice(device, context, deps);
      context.recordPkce(device.codeChallenge?.method);
      checkVerifier(input.verifier, device.codeChallenge);
      const session = await findSession(approval.sessionId, context, deps);
      const user = checkGrantUser(await deps.store.users.find(realm.id, session.userId));
      const { scopes, openid } = restoreScopes(client, device.scope);
      checkConsent(user, client, scopes);
      return {
        user,
        session,
        scopes,
        openid,
        nonce: device.nonce,
        authTime: Math.floor(approval.authenticatedAt / 1000),
        acr: approval.acr,
        refreshable: true,
      };
    },
  });
}

/** A poll by another client is refused before it is counted, so it cannot slow down the device. */
async function findDevice(
  { deviceCode }: Input,
  { realm, client, clock }: GrantContext,
  { devices }: DeviceCodeGrantDeps,
): Promise<DeviceAuthorization> {
  const device = await devices.findByPollingCode(realm.id, deviceCode, clock.now());
  if (device === undefined) {
    throw refuse(
      'Device code not valid',
      'There is no such device code: it was never issued, or expired long ago.',
      'Send a new device authorization request.',
    );
  }
  if (device.clientUuid !== client.id) {
    const other = realm.clientsById.get(device.clientUuid)?.clientId ?? 'a removed client';
    throw refuse(
      'Auth error',
      `The device code was issued to ${other}, not to ${client.clientId}.`,
      `Poll as ${other}.`,
    );
  }
  return device;
}

async function pollDevice(
  device: DeviceAuthorization,
  { realm, client, clock }: GrantContext,
  { devices }: DeviceCodeGrantDeps,
): Promise<DeviceApproval> {
  const poll = await devices.poll(device, clock.now());
  switch (poll.outcome) {
    case 'approved':
      return poll.approval;
    case 'used':
      throw refuse(
        'Device code not valid',
        'The device code was already used; each returns tokens once.',
        'Send a new device authorization request.',
      );
    case 'expired':
      throw refuse(
        'Device code is expired',
        'The device code expired before the user answered.',
        fixable(
          raiseDeviceLifespan(realm, client, device, clock.now()),
          `Request a new code, or raise oauth2DeviceCodeLifespan of realm ${realm.name} or oauth2.device.code.lifespan of client ${client.clientId}.`,
        ),
        { code: 'expired_token' },
      );
    case 'slow_down':
      throw refuse(
        'Slow down',
        'The device polled before its interval ended; the interval was increased by 5 seconds.',
        `Wait longer between two polls, or lower oauth2DevicePollingInterval of realm ${realm.name}, now ${realm.lifespans.devicePolling} seconds.`,
        { code: 'slow_down' },
      );
    case 'denied':
      throw refuse(
        'The end user denied the authorization request',
        'The user denied the request.',
        'Request a new code, and approve it.',
        { code: 'access_denied' },
      );
    case 'pending':
      throw refuse(
        'The authorization request is still pending',
        'The user has not entered the code and consented yet.',
        'Open the verification URI in a browser, and keep polling at the interval.',
        { code: 'authorization_pending' },
      );
  }
}

/** Choice: reports an ended session; Keycloak lets the device poll until the code expires. */
async function findSession(
  sessionId: string,
  { realm, client, clock }: GrantContext,
  { store }: DeviceCodeGrantDeps,
): Promise<UserSession> {
  const session = await store.sessions.find(realm.id, sessionId);
  if (
    session !== undefined &&
    isSessionActive(realm, session, clock.now()) &&
    session.clients[client.id] !== undefined
  )
    return session;
  throw refuse(
    'Session not active',
    'The session of the sign-in was ended before the device asked for its tokens.',
    'Send a new device authorization request and sign in again.',
  );
}
