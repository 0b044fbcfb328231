// How the endpoints of SAML answer what they refuse: a page for people, a fault for callers of SOAP.
import { SAML_ERRORS, SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { findRealmProblem } from '#protocol/http/check-realm.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { clientHome } from '#protocol/login/client-home.ts';
import { renderErrorPage } from '#protocol/login/error-page.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { isSoapRequest, replyWithFault } from './bindings/soap.ts';

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
