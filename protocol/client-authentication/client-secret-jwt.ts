// client_secret_jwt: an assertion signed with the client's secret.
import { createSecretKey } from 'node:crypto';
import { decodeJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { consumeAssertion } from './assertion-claims.ts';
import type {
  ClientAuthenticationMethod,
  ClientAuthenticationTools,
  PresentedCredentials,
} from './method.ts';
import { invalidAssertion, setupRequired } from './refusals.ts';
import { checkSignatureAlgorithm, SIGNATURE_FAILED } from './signature-algorithm.ts';

const ALGORITHMS: ReadonlySet<string> = new Set(['HS256', 'HS384', 'HS512']);

async function checkAssertion(
  exchange: RealmExchange,
  client: Client,
  presented: PresentedCredentials,
  tools: ClientAuthenticationTools,
): Promise<void> {
  const { clientId, secret } = client;
  const token = decodeJws(presented.assertion ?? '');
  if (token === undefined) throw invalidAssertion('client_assertion is not a signed JWT');
  if (secret === undefined || secret === '') {
    throw setupRequired(
      `Client ${clientId} has no secret to check the assertion with.`,
      `Set secret of client ${clientId}.`,
    );
  }
  const algorithm = checkSignatureAlgorithm(client, token, ALGORITHMS);
  const key = { kid: '', algorithm, key: createSecretKey(secret, 'utf8') };
  if (!verifyJws(token, key)) {
    throw invalidAssertion(SIGNATURE_FAILED, {
      reason: `The assertion is not signed with the secret of client ${clientId}.`,
      remedy: `Sign with the bytes of the text in secret of client ${clientId}.`,
    });
  }
  await consumeAssertion(exchange, client, token.claims, tools.usedAssertions);
}

export const clientSecretJwt: ClientAuthenticationMethod = {
  authenticator: 'client-secret-jwt',
  section: 'OIDC Core §9',
  check: checkAssertion,
};
