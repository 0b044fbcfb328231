// Turns refusals of the SAML endpoints into an error page, or a fault for SOAP callers.
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

/** Runs a handler and turns its refusal into a page that links back to the client, if known. */
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

/** Invalid element counts surface only when the message is read. */
function asRefusal(error: XmlError): SamlStatusError {
  return new SamlStatusError('invalid_token', {
    reason: `The message violates the SAML schema: ${error.reason}.`,
    remedy: 'Send each element only as often as SAML Core allows.',
    cause: error,
  });
}

function answerWithPage(exchange: RealmExchange, error: SamlStatusError, client?: Client): Reply {
  exchange.activity.refused(error, SAML_ERRORS[error.code].rule);
  if (isSoapRequest(exchange)) {
    const { topLevel, faultKey } = SAML_ERRORS[error.code];
    return replyWithFault(exchange, { by: topLevel === 'Responder' ? 'Server' : 'Client', text: faultKey });
  }
  const backTo = clientHome(client, exchange.baseUrl);
  return renderErrorPage(exchange, { status: 400, message: error.description, error, backTo });
}
