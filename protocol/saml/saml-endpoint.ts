// The one address that messages come to: finds the binding, checks the message and hands it to its profile; refusals become pages here.
import { SAML_ERRORS, SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { findRealmProblem } from '#protocol/http/check-realm.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { clientHome } from '#protocol/login/client-home.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import type { Client } from '#protocol/realm/realm.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import type { ReceivedMessage } from './bindings/binding.ts';
import { isSoapRequest, replyWithFault } from './bindings/soap.ts';
import type { SamlBindings } from './bindings/table.ts';
import { checkMessage, endpointUrl } from './check-message.ts';
import { readIssuer } from './messages/message-head.ts';
import type { FetchedCertificates } from './metadata/fetched-certificates.ts';
import type { SamlProfile } from './profiles/profile.ts';
import { NAMESPACES } from './xml-names.ts';

/** What the endpoint works with. */
export interface SamlEndpointDeps {
  readonly bindings: SamlBindings;
  readonly profiles: readonly SamlProfile[];
  readonly certificates: FetchedCertificates;
}

/** Makes the endpoint for GET and POST. */
export function createSamlEndpoint(deps: SamlEndpointDeps): (exchange: RealmExchange) => Promise<Reply> {
  return (exchange) => answerRefusals(exchange, () => handle(exchange, deps));
}

async function handle(
  exchange: RealmExchange,
  { bindings, profiles, certificates }: SamlEndpointDeps,
): Promise<Reply> {
  exchange.activity.parties('browser', 'understudy');
  checkSamlRealm(exchange);
  const received = await receive(exchange, bindings);
  const client = exchange.realm.clients.get(readIssuer(received.root) ?? '');
  const current = client === undefined ? exchange : await certificates.refresh(exchange, client);
  return answerRefusals(current, () => handleMessage(current, received, profiles), client);
}

async function handleMessage(
  exchange: RealmExchange,
  received: ReceivedMessage,
  profiles: readonly SamlProfile[],
): Promise<Reply> {
  const profile = findProfile(received, profiles);
  exchange.activity.title(profile.title);
  return profile.handle(exchange, await checkMessage(exchange, received));
}

/** Runs a handler of this protocol; what it refuses becomes a page, with a way back to the client where one is known. */
export async function answerRefusals(
  exchange: RealmExchange,
  run: () => Promise<Reply>,
  client?: Client,
): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    const refusal = error instanceof XmlError ? asRefusal(error) : error;
    if (!(refusal instanceof SamlStatusError)) throw error;
    return answerWithPage(exchange, refusal, client);
  }
}

/** An element that stands where it may not, found only when it was read. */
function asRefusal(error: XmlError): SamlStatusError {
  return new SamlStatusError('invalid_token', {
    reason: `The message is not as the schema of SAML wants it: ${error.reason}.`,
    remedy: 'Send every element as often as SAML Core allows it.',
    cause: error,
  });
}

/** Tells the person, on a page, why a message goes nowhere; whoever came by SOAP in a fault. SAML Bindings §3.2.3.3. */
function answerWithPage(exchange: RealmExchange, error: SamlStatusError, client?: Client): Reply {
  exchange.activity.refused(error, SAML_ERRORS[error.code].rule);
  if (isSoapRequest(exchange)) {
    const { topLevel, faultKey } = SAML_ERRORS[error.code];
    return replyWithFault(exchange, { by: topLevel === 'Responder' ? 'Server' : 'Client', text: faultKey });
  }
  const backTo = clientHome(client, exchange.baseUrl);
  return renderErrorPage(exchange, { status: 400, message: error.description, error, backTo });
}

/** @throws {SamlStatusError} `ssl_required`, `realm_disabled`. */
export function checkSamlRealm(exchange: RealmExchange): void {
  const problem = findRealmProblem(exchange);
  if (problem === undefined) return;
  const { reason, remedy } = problem;
  throw new SamlStatusError(problem.code === 'access_denied' ? 'realm_disabled' : 'ssl_required', {
    reason,
    remedy,
  });
}

async function receive(exchange: RealmExchange, bindings: SamlBindings): Promise<ReceivedMessage> {
  for (const binding of bindings) {
    const received = await binding.receive(exchange);
    if (received !== undefined) return received;
  }
  throw new SamlStatusError('saml_token_not_found', {
    reason: 'The request carries no SAMLRequest, SAMLResponse or SAMLart.',
    remedy: `Send a message to ${endpointUrl(exchange)} by the binding HTTP-Redirect (GET) or HTTP-POST (a form).`,
  });
}

function findProfile(
  { root, binding, parameter }: ReceivedMessage,
  profiles: readonly SamlProfile[],
): SamlProfile {
  const wanted = root.namespace === NAMESPACES.protocol ? root.localName : '';
  const rows = profiles.filter(({ message }) => message === wanted);
  const profile = rows.find(({ bindings }) => bindings.includes(binding));
  if (profile !== undefined && wanted.endsWith(parameter.slice('SAML'.length))) return profile;
  const known = [...new Set(profiles.map(({ message }) => message))].join(', ');
  throw new SamlStatusError('invalid_token', {
    reason:
      rows.length === 0
        ? `The message is ${root.name}, which nothing is done with here.`
        : `${wanted} is not taken in ${parameter} by the binding ${binding}.`,
    remedy: `Send one of ${known} of namespace ${NAMESPACES.protocol}, a request in SAMLRequest and an answer in SAMLResponse.`,
  });
}
