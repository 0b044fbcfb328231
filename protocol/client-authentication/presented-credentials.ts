// Reads a client's credentials from the form, the Basic header or an assertion, without checking them.

import { decodeJws } from '#protocol/crypto/jws.ts';
import type { OAuthError } from '#protocol/errors/oauth-error.ts';
import { MissingCredentialsError } from '#protocol/http/errors.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { PresentedCredentials } from './method.ts';
import { invalidAssertion, invalidClient } from './refusals.ts';

/** The only defined type of client assertion. RFC 7523 §2.2. */
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

interface BasicCredentials {
  readonly id: string;
  readonly secrets: readonly string[];
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Not percent-encoded: many libraries send the raw text, contrary to RFC 6749 §2.3.1.
    return text;
  }
}

/** The form-decoded id and secret; undefined if not well-formed Basic. RFC 7617 §2, RFC 6749 §2.3.1. */
function parseBasic(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/\-_]+=*) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return undefined;
  const plain = text.slice(colon + 1);
  const decoded = formDecode(plain);
  return { id: formDecode(text.slice(0, colon)), secrets: decoded === plain ? [plain] : [decoded, plain] };
}

function assertionCredentials(exchange: RealmExchange): PresentedCredentials {
  const { form } = exchange;
  const type = form.get('client_assertion_type') || undefined;
  const assertion = form.get('client_assertion') || undefined;
  if (type === undefined) throw invalidAssertion('Parameter client_assertion_type is missing');
  if (type !== ASSERTION_TYPE) {
    throw invalidAssertion(
      `Parameter client_assertion_type has value '${type}' but expected is '${ASSERTION_TYPE}'`,
    );
  }
  if (assertion === undefined) throw invalidAssertion('client_assertion parameter missing');
  const token = decodeJws(assertion);
  if (token === undefined) throw invalidAssertion('client_assertion is not a signed JWT');
  const subject = token.claims['sub'];
  if (typeof subject !== 'string' || subject === '') throw invalidAssertion('Token sub claim is required');
  const clientId = form.get('client_id') || subject;
  if (clientId !== subject) throw invalidAssertion('client_id parameter does not match sub claim');
  const algorithm = token.header['alg'];
  const isShared = typeof algorithm === 'string' && algorithm.startsWith('HS');
  return {
    method: isShared ? 'client_secret_jwt' : 'private_key_jwt',
    clientId: subject,
    secrets: [],
    assertion,
  };
}

function missingClient(exchange: RealmExchange): OAuthError {
  const remedy = 'Send client_id (and client_secret) in the form, or the header Authorization: Basic.';
  const header = exchange.headers.authorization;
  if (header === undefined) return invalidClient('The request names no client.', remedy);
  return new MissingCredentialsError(exchange.realm.name, {
    description: '',
    reason: `${describeHeader(header)}, and the form names no client.`,
    remedy,
  });
}

/** Why a header does not name a client; never its content, which may be a secret. */
function describeHeader(header: string): string {
  if (!/^basic(?: |$)/i.test(header))
    return 'The scheme of the header Authorization is not Basic, the only one that authenticates clients';
  return parseBasic(header) === undefined
    ? 'The header Authorization is not well-formed Basic: after the scheme, it must have the Base64 text of client id, colon and secret'
    : 'The client id in the header Authorization is empty';
}

/**
 * The client's credentials. Form values take precedence over the header. RFC 6749 §2.3, RFC 7523 §2.2.
 * Choice: a form value without text counts as omitted (docs/differences-to-keycloak.md, "Parameters without a
 * value").
 * @throws {OAuthError} 401 when no client is named, 400 for a malformed assertion.
 */
export function readCredentials(exchange: RealmExchange): PresentedCredentials {
  const { form, headers } = exchange;
  if (form.get('client_assertion') || form.get('client_assertion_type'))
    return assertionCredentials(exchange);
  const formSecret = form.get('client_secret') || undefined;
  const basic = parseBasic(headers.authorization);
  const clientId = form.get('client_id') || basic?.id;
  if (clientId === undefined || clientId === '') throw missingClient(exchange);
  if (formSecret !== undefined)
    return { method: 'client_secret_post', clientId, secrets: [formSecret], assertion: undefined };
  if (basic !== undefined)
    return { method: 'client_secret_basic', clientId, secrets: basic.secrets, assertion: undefined };
  return { method: 'none', clientId, secrets: [], assertion: undefined };
}
