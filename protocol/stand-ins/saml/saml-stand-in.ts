// The endpoint of a SAML stand-in: who does the person want to be, and where is the answer sent? SAML Profiles §4.1, §4.4.
import { STAND_IN_FAULT_SETTING } from '#protocol/contract/stand-in-settings.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import {
  brokeredLanguage,
  joinBrokeredFlow,
  withBrokeredFlow,
  withBrokeredLanguage,
} from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
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
import { type SamlStatus, SUCCESS } from '#protocol/saml/status.ts';
import { STATUS_PREFIX } from '#protocol/saml/xml-names.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { choosePerson } from '../authorize.ts';
import { listPeople } from '../person.ts';
import { renderStandInError, renderStandInPage } from '../stand-in-page.ts';
import {
  type AnswerDeps,
  type AnsweredRequest,
  makeAnswer,
  renderSignedByStandIn,
  standInEntityId,
  standInSigner,
} from './make-answer.ts';

const RULE = 'stand-in';

interface Asked extends AnsweredRequest {
  readonly provider: IdentityProvider;
  readonly relayState: string | undefined;
  /** The request, for the address of the page's form. */
  readonly text: string;
  readonly loginHint: string;
}

const status = (topLevel: string, secondLevel: string | undefined, message: string): SamlStatus => ({
  topLevel: STATUS_PREFIX + topLevel,
  secondLevel: secondLevel && STATUS_PREFIX + secondLevel,
  message,
});

const REFUSED = status('Responder', 'AuthnFailed', 'The person has refused.');

/** By the setting {@link STAND_IN_FAULT_SETTING}. */
const FAULTS: Readonly<Record<string, SamlStatus>> = {
  access_denied: REFUSED,
  server_error: status(
    'Responder',
    undefined,
    'The provider has failed (config "understudy.stand-in.fault").',
  ),
  temporarily_unavailable: status(
    'Responder',
    'RequestDenied',
    'The provider is overloaded (config "understudy.stand-in.fault").',
  ),
};

/** GET and POST: a request by redirect or POST, or the person that was chosen on the page. */
export async function handleSamlStandIn(
  deps: AnswerDeps,
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

async function handle(deps: AnswerDeps, exchange: RealmExchange, provider: IdentityProvider): Promise<Reply> {
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
  const asked: Asked = {
    provider,
    id: request.id,
    consumerUrl: brokerEndpointUrl(exchange, provider),
    nameIdFormat: request.nameIdPolicy?.format,
    relayState,
    text,
    loginHint: request.subject?.value ?? '',
  };
  const fault = FAULTS[provider.config[STAND_IN_FAULT_SETTING] ?? ''];
  if (fault !== undefined) return answer(deps, exchange, asked, { status: fault });
  return isChoice ? takeChoice(deps, exchange, asked) : show(exchange, asked);
}

async function takeChoice(deps: AnswerDeps, exchange: RealmExchange, asked: Asked): Promise<Reply> {
  const { form, activity } = exchange;
  const choice = form.get('person') ?? '';
  if (choice === 'refuse') {
    activity.recordNote(RULE, 'The person has refused.');
    return answer(deps, exchange, asked, { status: REFUSED });
  }
  const person = choosePerson(exchange, asked.provider, choice);
  if (person === undefined) return show(exchange, asked, true);
  activity.recordPass(
    RULE,
    `${person.username} signs in at the stand-in for ${asked.provider.name}.`,
    'SAML Profiles §4.1.4.2',
  );
  return answer(deps, exchange, asked, { person });
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
  { alias, config }: IdentityProvider,
  { issuer }: MessageHead,
  consumerUrl: string | undefined,
): void {
  const own = config['entityId'] ?? issuerOf(exchange);
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

function show(exchange: RealmExchange, asked: Asked, isRepeated = false): Reply {
  const { baseUrl, basePath, path } = exchange;
  const { provider, relayState } = asked;
  const language = brokeredLanguage(exchange);
  const parameters = new URLSearchParams({
    SAMLRequest: deflateMessage(asked.text),
    ...(relayState === undefined ? {} : { RelayState: relayState }),
  });
  exchange.activity.outcome('asked');
  const address = `${new URL(baseUrl).origin}${basePath}${path.slice(path.indexOf('/stand-ins/'))}?${parameters}`;
  return renderStandInPage(exchange, {
    alias: provider.alias,
    name: provider.name,
    action: withBrokeredFlow(
      exchange,
      language === undefined ? address : withBrokeredLanguage(address, language),
    ),
    people: listPeople(provider),
    isRepeated,
    loginHint: asked.loginHint,
  });
}

/** By POST. SAML Profiles §4.1.4.3: a Response never goes by redirect. */
async function answer(
  deps: AnswerDeps,
  exchange: RealmExchange,
  asked: Asked,
  answered: Parameters<typeof makeAnswer>[4],
): Promise<Reply> {
  const xml = await makeAnswer(deps, exchange, asked.provider, asked, answered);
  exchange.activity.document('response', 'SAMLResponse', xml);
  return renderForm(exchange, asked.consumerUrl, [
    ['SAMLResponse', Buffer.from(xml).toString('base64')],
    ...(asked.relayState === undefined ? [] : [['RelayState', asked.relayState] as const]),
  ]);
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
