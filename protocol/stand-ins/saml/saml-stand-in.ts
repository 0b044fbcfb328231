// The endpoint of a SAML stand-in: who does the person want to be, and where is the answer sent? SAML Profiles §4.1, §4.4.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { brokeredLanguage, joinBrokeredFlow, withBrokeredLanguage } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import { parseDocument } from '#protocol/saml/bindings/decode-message.ts';
import { decodeMessage, deflateMessage, inflateMessage } from '#protocol/saml/bindings/inflate.ts';
import { renderForm } from '#protocol/saml/bindings/post.ts';
import { redirectMessage } from '#protocol/saml/bindings/redirect.ts';
import { createMessageId } from '#protocol/saml/make-response.ts';
import { parseAuthnRequest } from '#protocol/saml/messages/authn-request.ts';
import { renderLogoutResponse } from '#protocol/saml/messages/logout-response.ts';
import { type MessageHead, readMessageHead } from '#protocol/saml/messages/message-head.ts';
import { SUCCESS } from '#protocol/saml/status.ts';
import { BINDING_URNS } from '#protocol/saml/xml-names.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { renderStandInError } from '../stand-in-page.ts';
import { type AskDeps, askPerson, standInAddress } from './ask-person.ts';
import {
  type AnswerDeps,
  renderSignedByStandIn,
  serviceProviderId,
  standInEntityId,
  standInSigner,
} from './make-answer.ts';

const RULE = 'stand-in';

/** GET and POST: a request by redirect or POST, or the person that was chosen on the page. */
export async function handleSamlStandIn(
  deps: AskDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
): Promise<Reply> {
  exchange.activity.parties('browser', 'identity-provider');
  joinBrokeredFlow(exchange);
  try {
    return await handle(deps, exchange, provider);
  } catch (error) {
    return explain(exchange, provider, error);
  }
}

async function handle(deps: AskDeps, exchange: RealmExchange, provider: IdentityProvider): Promise<Reply> {
  const { form, query, activity } = exchange;
  const posted = form.get('SAMLRequest');
  const text = posted === undefined ? inflateMessage(query.get('SAMLRequest') ?? '') : decodeMessage(posted);
  const root = parseDocument(text, 'SAMLRequest');
  const isChoice = form.has('person');
  if (!isChoice) activity.document('request', 'SAMLRequest', text);
  const relayState = (posted === undefined ? query : form).get('RelayState');
  if (root.localName === 'LogoutRequest')
    return answerLogout(deps, exchange, provider, readMessageHead(root), relayState);
  const request = parseAuthnRequest(root);
  checkRequest(exchange, provider, request, request.consumerUrl);
  return askPerson(deps, exchange, {
    provider,
    id: request.id,
    consumerUrl: brokerEndpointUrl(exchange, provider),
    nameIdFormat: request.nameIdPolicy?.format,
    isByArtifact: request.protocolBinding === BINDING_URNS.artifact,
    relayState,
    action: actionOf(exchange, text, relayState),
    loginHint: request.subject?.value ?? '',
  });
}

function refuse(reason: string, remedy: string): OAuthError {
  return new OAuthError('invalid_request', {
    description: reason,
    reason,
    remedy,
    section: 'SAML Profiles §4.1.4.1',
  });
}

function checkRequest(
  exchange: RealmExchange,
  provider: IdentityProvider,
  { issuer }: MessageHead,
  consumerUrl: string | undefined,
): void {
  const { alias } = provider;
  const own = serviceProviderId(exchange, provider);
  if (issuer !== own)
    throw refuse(
      `The service provider "${(issuer ?? '').slice(0, 255)}" is not the one of identity provider ${alias}.`,
      `Send ${own} as Issuer.`,
    );
  const endpoint = brokerEndpointUrl(exchange, { alias });
  if (consumerUrl !== undefined && consumerUrl !== endpoint)
    throw refuse(
      `The AssertionConsumerServiceURL is not the endpoint of identity provider ${alias}.`,
      `Send ${endpoint}, under the host name with which the sign-in began.`,
    );
}

function explain(exchange: RealmExchange, { name }: IdentityProvider, error: unknown): Reply {
  const refusal =
    error instanceof OAuthError || error instanceof SamlStatusError
      ? error
      : error instanceof XmlError
        ? refuse(
            `The message cannot be read: ${error.message}.`,
            'Send a message that is valid by its schema.',
          )
        : undefined;
  if (refusal === undefined) throw error;
  exchange.activity.refused(refusal, RULE);
  return renderStandInError(exchange, name, refusal.reason, refusal.remedy ?? '');
}

/** The address of the page's form: this one, with the request. */
function actionOf(exchange: RealmExchange, text: string, relayState: string | undefined): string {
  const language = brokeredLanguage(exchange);
  const parameters = new URLSearchParams({
    SAMLRequest: deflateMessage(text),
    ...(relayState === undefined ? {} : { RelayState: relayState }),
  });
  const address = `${standInAddress(exchange)}?${parameters}`;
  return language === undefined ? address : withBrokeredLanguage(address, language);
}

/** A stand-in keeps no sessions, so that the person is always signed out. SAML Profiles §4.4.4.2. */
async function answerLogout(
  deps: AnswerDeps,
  exchange: RealmExchange,
  provider: IdentityProvider,
  request: MessageHead,
  relayState: string | undefined,
): Promise<Reply> {
  checkRequest(exchange, provider, request, undefined);
  const destination = brokerEndpointUrl(exchange, provider);
  const id = createMessageId();
  const rendered = renderLogoutResponse({
    id,
    issuedAt: exchange.clock.now(),
    issuer: standInEntityId(exchange, provider),
    destination,
    inResponseTo: request.id,
    status: SUCCESS,
  });
  const parameter = 'SAMLResponse';
  exchange.activity.recordPass(RULE, `The stand-in for ${provider.name} signs out.`, 'SAML Profiles §4.4');
  if (provider.config['postBindingLogout'] !== 'true') {
    const signer = await standInSigner(deps, exchange);
    const xml = rendered.head + rendered.rest.wire;
    return redirectMessage(exchange, { parameter, destination, relayState, xml, signer });
  }
  const xml = await renderSignedByStandIn(deps, exchange, id, rendered);
  exchange.activity.document('response', parameter, xml);
  return renderForm(exchange, destination, [
    [parameter, Buffer.from(xml).toString('base64')],
    ...(relayState === undefined ? [] : [['RelayState', relayState] as const]),
  ]);
}
