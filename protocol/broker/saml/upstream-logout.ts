// Signs users out at the SAML provider that has signed them in: through the browser, or from server to server.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import { type FrontChannelParticipant, providerVisit, type SignOutVisit } from '#protocol/login/sign-out.ts';
import type {
  LogoutNotice,
  LogoutParticipant,
  SessionEndContext,
} from '#protocol/realm/sessions/sessions.ts';
import { findIdentityProvider, type IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { endpointsOf } from '#protocol/realm/view/provider-endpoints.ts';
import { createMessageId } from '#protocol/saml/make-response.ts';
import type { RenderedMessage } from '#protocol/saml/messages/assertion.ts';
import { renderLogoutRequest } from '#protocol/saml/messages/logout-request.ts';
import type { SamlSigners } from '#protocol/saml/signer.ts';
import type { UserSession } from '#protocol/store/store.ts';
import type { FindStandIn } from '../brokering.ts';
import { renderSigned, sendToProvider } from './send-message.ts';
import { isOn, ownEntityId } from './settings.ts';
import { INDEX_NOTE, readSubject } from './subject-note.ts';

const SECTION = 'SAML Profiles §4.4.3.2';

export interface UpstreamLogoutDeps {
  readonly signers: Pick<SamlSigners, 'signerBy' | 'signingKeys'>;
  readonly findStandIn: FindStandIn;
}

/** The SAML provider of a session; undefined: it has none, or the provider is not notified. */
function findProvider(
  { realm, baseUrl }: Pick<SessionEndContext, 'realm' | 'baseUrl'>,
  { notes }: Pick<UserSession, 'notes'>,
): IdentityProvider | undefined {
  const provider = findIdentityProvider(realm, notes?.['identity_provider'] ?? '');
  const isAsked = provider?.enabled === true && provider.type === 'saml';
  return isAsked && endpointsOf(provider, baseUrl).logout !== undefined && readSubject(notes) !== undefined
    ? provider
    : undefined;
}

/** SAML Core §3.7.1. */
function renderRequest(
  context: SessionEndContext,
  provider: IdentityProvider,
  { notes }: Pick<UserSession, 'notes'>,
  { id, destination, extensions }: { id: string; destination: string; extensions: string | undefined },
): RenderedMessage {
  const now = context.clock.now();
  return renderLogoutRequest({
    id,
    issuedAt: now,
    issuer: ownEntityId(context, provider),
    destination,
    notOnOrAfter: now + context.realm.lifespans.accessCode * 1000,
    nameId: readSubject(notes) ?? { value: '', format: '' },
    sessionIndex: notes?.[INDEX_NOTE],
    extensions,
  });
}

/**
 * Sends the browser to the session's provider with a LogoutRequest whose ID is `messageId`; undefined if it has no SAML
 * provider that the browser visits. The provider's LogoutResponse arrives at the broker's endpoint.
 */
async function beginSamlLogout(
  { signers, findStandIn }: UpstreamLogoutDeps,
  exchange: RealmExchange,
  session: Pick<UserSession, 'notes'>,
  messageId: string,
): Promise<Reply | undefined> {
  const provider = findProvider(exchange, session);
  if (provider === undefined || isOn(provider, 'backchannelSupported')) return undefined;
  const destination = (findStandIn(exchange, provider) ?? endpointsOf(provider, exchange.baseUrl)).logout;
  if (destination === undefined || !URL.canParse(destination)) return undefined;
  try {
    return await sendToProvider(signers, exchange, {
      provider,
      parameter: 'SAMLRequest',
      binding: isOn(provider, 'postBindingLogout') ? 'post' : 'redirect',
      id: messageId,
      destination,
      relayState: undefined,
      render: (extensions) =>
        renderRequest(exchange, provider, session, { id: messageId, destination, extensions }),
    });
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.activity.recordNote(
      'notify-provider',
      `${provider.alias} cannot be notified: ${error.reason} ${error.remedy ?? ''}`,
      SECTION,
    );
    return undefined;
  }
}

/** A row of the front-channel table: the provider is visited like a client. */
export function createUpstreamVisits(deps: UpstreamLogoutDeps): FrontChannelParticipant {
  return {
    protocol: 'saml-identity-provider',
    section: SECTION,
    listVisits(context, session): readonly SignOutVisit[] {
      const provider = findProvider(context, session);
      if (provider === undefined || isOn(provider, 'backchannelSupported')) return [];
      return [{ clientUuid: providerVisit(provider.alias), clientId: provider.alias }];
    },
    visit: (exchange, { session, messageId }) => beginSamlLogout(deps, exchange, session, messageId),
  };
}

/** Statuses that mean success. Compat: any below 400. */
const ACCEPTED: readonly number[] = [200, 201, 204, 302, 303];

export interface UpstreamNoticesDeps {
  readonly signers: UpstreamLogoutDeps['signers'];
  readonly calls: Pick<OutgoingCalls, 'send'>;
  readonly isStoodIn: (context: SessionEndContext, provider: IdentityProvider) => boolean;
}

/**
 * Notifies providers with `backchannelSupported` when a session ends. Compat: by POST of a form to
 * `singleLogoutServiceUrl`. A stand-in has no sessions, so it is not notified.
 */
export function createUpstreamNotices({ signers, calls, isStoodIn }: UpstreamNoticesDeps): LogoutParticipant {
  return {
    async endSession(context, session): Promise<readonly LogoutNotice[]> {
      const provider = findProvider(context, session);
      const url = provider && endpointsOf(provider, context.baseUrl).logout;
      if (provider === undefined || url === undefined || !isOn(provider, 'backchannelSupported')) return [];
      if (isStoodIn(context, provider)) return [];
      const id = createMessageId();
      const render = (): RenderedMessage =>
        renderRequest(context, provider, session, { id, destination: url, extensions: undefined });
      const { outcome, detail } = await calls.send({
        kind: 'saml-logout',
        title: 'Sign-out at an identity provider',
        url,
        contentType: 'application/x-www-form-urlencoded',
        accepted: ACCEPTED,
        documents: { request: 'SAMLRequest', read: readForm, response: undefined },
        body: async () => {
          const xml = await renderSigned(signers, context.realm, { provider, id, render });
          return new URLSearchParams({ SAMLRequest: Buffer.from(xml).toString('base64') }).toString();
        },
        setting: `config.singleLogoutServiceUrl of identity provider ${provider.alias}`,
        realm: context.realm.name,
        clientId: provider.alias,
        called: `Identity provider ${provider.alias}`,
        rule: 'notify-provider',
        username: session.username,
        flow: session.flow,
        section: SECTION,
      });
      return [{ clientId: provider.alias, outcome, detail, section: SECTION }];
    },
  };
}

function readForm(body: string): string {
  return Buffer.from(new URLSearchParams(body).get('SAMLRequest') ?? '', 'base64').toString('utf8');
}
