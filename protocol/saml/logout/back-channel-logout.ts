// Notifies service providers of the end of a session by server-to-server requests: SOAP or a plain POST.

import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { OutgoingCall, OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import { type ToldClient, waitForClients } from '#protocol/login/wait-for-clients.ts';
import type { LogoutParticipant, SessionEndContext } from '#protocol/realm/sessions/sessions.ts';
import type { UserSession } from '#protocol/store/store.ts';
import { checkAnswer } from '../check-answer.ts';
import { createMessageId } from '../make-response.ts';
import { parseLogoutResponse } from '../messages/logout-response.ts';
import { describeStatus, isSuccess } from '../messages/read-status.ts';
import { parseEnvelope, renderEnvelope, SOAP_ACTION, SOAP_MEDIA_TYPE } from '../messages/soap.ts';
import { readServiceProvider, type ServiceProvider } from '../service-provider.ts';
import {
  type BackChannelAddress,
  describeLogoutSettings,
  findBackChannelAddress,
  usesFrontChannel,
} from './logout-address.ts';
import type { LogoutMessages, RequestToProvider } from './logout-messages.ts';

export interface BackChannelLogoutDeps {
  readonly calls: OutgoingCalls;
  readonly messages: LogoutMessages;
  /** How long the sign-out waits for responses, default 2 s; the calls continue afterwards. */
  readonly waitMs?: number;
}

const SECTION = 'SAML Profiles §4.4.3.3';

/** Enough for a response with signature and certificate. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** Compat: clients that the browser visits are not in the given session. SAML Profiles §4.4. */
export function createSamlBackChannelLogout(deps: BackChannelLogoutDeps): LogoutParticipant {
  return {
    async endSession(context, session) {
      const notifications = listProviders(context, session).map((provider) => ({
        clientId: provider.client.clientId,
        result: notify(deps, context, session, provider),
      }));
      return waitForClients(notifications, {
        section: SECTION,
        ...(deps.waitMs === undefined ? {} : { waitMs: deps.waitMs }),
      });
    },
  };
}

function listProviders(
  { realm, clock }: SessionEndContext,
  session: UserSession,
): readonly ServiceProvider[] {
  return Object.keys(session.clients).flatMap((clientUuid) => {
    const client = realm.clientsById.get(clientUuid);
    if (client === undefined || client.protocol !== 'saml' || !client.enabled) return [];
    return [readServiceProvider(client, clock.now())];
  });
}

function notify(
  deps: BackChannelLogoutDeps,
  context: SessionEndContext,
  session: UserSession,
  provider: ServiceProvider,
): ToldClient['result'] {
  const address = findBackChannelAddress(provider, context.baseUrl);
  if (address === undefined)
    return Promise.resolve({ outcome: 'failed', detail: explainMissingAddress(provider) } as const);
  return deps.calls.send(describeCall(deps, context, { session, provider, address }));
}

function explainMissingAddress(provider: ServiceProvider): string {
  const settings = describeLogoutSettings(provider);
  return usesFrontChannel(provider)
    ? `is not notified: it can be notified through the browser only (set ${settings} for that, saml_single_logout_service_url_soap for a call by the server)`
    : `is not notified: no logout service URL is set (set ${settings})`;
}

interface Notification {
  readonly session: UserSession;
  readonly provider: ServiceProvider;
  readonly address: BackChannelAddress;
}

function describeCall(
  { messages }: BackChannelLogoutDeps,
  { realm, clock, baseUrl }: SessionEndContext,
  { session, provider, address }: Notification,
): OutgoingCall {
  const id = createMessageId();
  const request: RequestToProvider = { provider, session, id, destination: address.url };
  const xml = (): Promise<string> =>
    messages.describeRequest({ realm, clock, baseUrl }, request).render('embedded');
  const common = {
    url: address.url,
    setting: address.setting,
    realm: realm.name,
    clientId: provider.client.clientId,
    username: session.username,
    flow: session.flow,
    section: SECTION,
  };
  if (address.binding === 'post') {
    return {
      ...common,
      kind: 'saml-logout',
      title: 'SAML back-channel logout by POST',
      contentType: 'application/x-www-form-urlencoded',
      // Compat: any response of the application is accepted; many redirect as for a browser.
      accepted: [200, 201, 204, 302, 303],
      documents: { request: 'SAMLRequest', read: readForm, response: undefined },
      body: async () => {
        const form = { SAMLRequest: Buffer.from(await xml()).toString('base64') };
        return new URLSearchParams({ ...form, BACK_CHANNEL_LOGOUT: 'BACK_CHANNEL_LOGOUT' }).toString();
      },
    };
  }
  return {
    ...common,
    kind: 'saml-logout',
    title: 'SAML back-channel logout by SOAP',
    contentType: SOAP_MEDIA_TYPE,
    soapAction: SOAP_ACTION,
    documents: { request: 'SOAP envelope', response: 'SOAP envelope' },
    accepted: [200],
    maxAnswerBytes: MAX_ANSWER_BYTES,
    body: async () => renderEnvelope({ body: await xml() }),
    readAnswer: (text) => checkLogoutResponse(provider, text, id),
  };
}

function readForm(body: string): string {
  return Buffer.from(new URLSearchParams(body).get('SAMLRequest') ?? '', 'base64').toString('utf8');
}

/** @throws {SamlStatusError} unless this is the service provider's successful response to the request. */
async function checkLogoutResponse(
  provider: ServiceProvider,
  text: string,
  requestId: string,
): Promise<void> {
  const received = parseEnvelope(text);
  if (received.localName !== 'LogoutResponse') {
    throw new SamlStatusError('invalid_token', {
      reason: `The answer is ${received.name}, not a LogoutResponse.`,
      section: 'SAML Core §3.7.2',
    });
  }
  const { status } = parseLogoutResponse(checkAnswer(provider, received, { requestId }));
  if (isSuccess(status)) return;
  throw new SamlStatusError('request_denied', {
    reason: `The service provider did not sign out: ${describeStatus(status)}.`,
    section: 'SAML Core §3.7.3.2',
  });
}
