// client_secret_basic and client_secret_post: the secret itself, in the header or the form.

import { equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { ClientAuthenticationMethod, PresentedCredentials } from './method.ts';
import { setupRequired, wrongSecret } from './refusals.ts';

function checkSecret(
  _exchange: RealmExchange,
  { clientId, secret }: Client,
  presented: PresentedCredentials,
): void {
  if (secret === undefined || secret === '') {
    throw setupRequired(
      `Client ${clientId} is confidential but has no secret.`,
      fixable({ kind: 'set-client-secret', client: clientId }),
    );
  }
  const [sent, otherReading] = presented.secrets;
  if (sent === undefined || sent === '') {
    throw wrongSecret(
      `Client ${clientId} is confidential, but no client_secret was sent.`,
      `Send the secret, or set publicClient of client ${clientId} to true.`,
    );
  }
  if (equalsInConstantTime(sent, secret)) return;
  if (otherReading !== undefined && equalsInConstantTime(otherReading, secret)) {
    throw wrongSecret(
      `The secret of client ${clientId} is correct but was not percent-encoded in the Basic header.`,
      'Percent-encode client id and secret in Basic (RFC 6749 §2.3.1), send them in the form, or choose a secret without + and %.',
    );
  }
  throw wrongSecret(
    `The client_secret is not that of client ${clientId}.`,
    fixable(
      { kind: 'set-client-secret', client: clientId },
      `Send the value of secret of client ${clientId}.`,
    ),
  );
}

/** For both methods, which differ only in where the secret is. */
export const clientSecret: ClientAuthenticationMethod = {
  authenticator: 'client-secret',
  section: 'RFC 6749 §2.3.1',
  check: checkSecret,
};
