// tls_client_auth and self_signed_tls_client_auth: the TLS client certificate.
import type { X509Certificate } from 'node:crypto';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { mdcOfCall } from '#protocol/http/exchange-mdc.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type {
  ClientAuthenticationMethod,
  ClientAuthenticationTools,
  PresentedCredentials,
} from './method.ts';
import { invalidClient, setupRequired } from './refusals.ts';
import { isSameSubject, subjectText } from './subject-name.ts';

/** `clientAuthenticatorType` of the certificate methods. */
export const CERTIFICATE_AUTHENTICATOR = 'client-x509';

const SUBJECT = 'x509.subjectdn';
const PATTERN = 'x509.allow.regex.pattern.comparison';

/** The client's method: `tls_client_auth` if it has a subject, otherwise self-signed. RFC 8705 §2. */
export function certificateMethodOf({
  attributes,
}: Client): 'tls_client_auth' | 'self_signed_tls_client_auth' {
  return attributes[SUBJECT] ? 'tls_client_auth' : 'self_signed_tls_client_auth';
}

/** The connection's certificate, if valid now. @throws {OAuthError} 401 `invalid_client`. */
function readCertificate({ tls, clock }: RealmExchange, { clientId }: Client): X509Certificate {
  const show = `Call over HTTPS and show the certificate of client ${clientId}.`;
  if (tls === undefined) {
    throw invalidClient(
      'The request came over plain HTTP, where there are no certificates.',
      `Start with --https-port. ${show}`,
    );
  }
  const { certificate } = tls;
  if (certificate === undefined) {
    throw invalidClient(
      'The client sent no certificate.',
      `${show} The option https-client-auth must be request.`,
    );
  }
  const now = clock.now();
  if (now < Date.parse(certificate.validFrom) || Date.parse(certificate.validTo) <= now) {
    throw invalidClient(
      `The certificate is valid from ${certificate.validFrom} to ${certificate.validTo}, not now on the realm's clock.`,
      `Create a new certificate for client ${clientId}, or move the realm's clock.`,
    );
  }
  return certificate;
}

/** @throws {OAuthError} 400 `unauthorized_client`: an invalid pattern is a fault in the settings. */
function compilePattern(pattern: string, clientId: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern})$`);
  } catch {
    // The setting shows the fault; the parser's message adds nothing.
    throw setupRequired(
      `${SUBJECT} of client ${clientId} is not a regular expression.`,
      `Correct ${SUBJECT}, or set ${PATTERN} to false.`,
    );
  }
}

function checkSubject(exchange: RealmExchange, client: Client): void {
  const certificate = readCertificate(exchange, client);
  const { clientId, attributes } = client;
  if (exchange.tls?.trusted !== true) {
    throw invalidClient(
      'The certificate is not issued by a trusted CA, so its subject proves nothing.',
      'Start with --https-trust-store-file naming the CA, or put the key into jwks.string and clear x509.subjectdn.',
    );
  }
  const expected = attributes[SUBJECT] ?? '';
  const subject = subjectText(certificate);
  const matches =
    attributes[PATTERN] === 'true'
      ? compilePattern(expected, clientId).test(subject)
      : isSameSubject(subject, expected);
  if (matches) return;
  throw invalidClient(
    `The certificate is of "${subject}", ${SUBJECT} of client ${clientId} is "${expected}".`,
    `Show the certificate of that subject, or set ${SUBJECT} of client ${clientId} to ${subject}.`,
  );
}

async function checkKey(
  exchange: RealmExchange,
  client: Client,
  _presented: PresentedCredentials,
  { keys }: ClientAuthenticationTools,
): Promise<void> {
  const { publicKey } = readCertificate(exchange, client);
  if (await keys.has(client, publicKey, exchange.clock.now(), () => mdcOfCall(exchange, client.clientId)))
    return;
  throw invalidClient(
    `The key of the certificate does not belong to client ${client.clientId}.`,
    `Put it into attribute jwks.string (with use.jwks.string true) or jwks.url of client ${client.clientId}.`,
  );
}

/** A certificate from a trusted CA, checked by subject. RFC 8705 §2.1. */
export const tlsClientAuth: ClientAuthenticationMethod = {
  authenticator: CERTIFICATE_AUTHENTICATOR,
  section: 'RFC 8705 §2.1',
  check: checkSubject,
};

/** A self-signed certificate, checked by key. RFC 8705 §2.2. */
export const selfSignedTlsClientAuth: ClientAuthenticationMethod = {
  authenticator: CERTIFICATE_AUTHENTICATOR,
  section: 'RFC 8705 §2.2',
  check: checkKey,
};
