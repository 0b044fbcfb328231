// private_key_jwt: an assertion signed with the client's private key.
import { KEY_PAIR_ALGORITHMS } from '#protocol/contract/settings/algorithms.ts';
import { decodeJws, verifyJws } from '#protocol/crypto/jws.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { mdcOfCall } from '#protocol/http/exchange-mdc.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import { consumeAssertion } from './assertion-claims.ts';
import type {
  ClientAuthenticationMethod,
  ClientAuthenticationTools,
  PresentedCredentials,
} from './method.ts';
import { invalidAssertion } from './refusals.ts';
import { checkSignatureAlgorithm, SIGNATURE_FAILED } from './signature-algorithm.ts';

const ALGORITHMS: ReadonlySet<string> = new Set(KEY_PAIR_ALGORITHMS);

async function checkAssertion(
  exchange: RealmExchange,
  client: Client,
  presented: PresentedCredentials,
  tools: ClientAuthenticationTools,
): Promise<void> {
  const token = decodeJws(presented.assertion ?? '');
  if (token === undefined) throw invalidAssertion('client_assertion is not a signed JWT');
  const algorithm = checkSignatureAlgorithm(client, token, ALGORITHMS);
  const kid = token.header['kid'];
  const candidates = await tools.keys.find(
    client,
    typeof kid === 'string' ? kid : undefined,
    algorithm,
    exchange.clock.now(),
    () => mdcOfCall(exchange, client.clientId),
  );
  if (!candidates.some((key) => verifyJws(token, key))) {
    throw invalidAssertion(SIGNATURE_FAILED, {
      reason:
        candidates.length === 0
          ? `Client ${client.clientId} has no key for ${algorithm}${typeof kid === 'string' ? ` with kid ${kid}` : ''}.`
          : `No key of client ${client.clientId} verifies the assertion.`,
      remedy: `Put the public key into attribute jwks.string (with use.jwks.string true), jwks.url or jwt.credential.certificate of client ${client.clientId}.`,
    });
  }
  await consumeAssertion(exchange, client, token.claims, tools.usedAssertions);
}

export const privateKeyJwt: ClientAuthenticationMethod = {
  authenticator: 'client-jwt',
  section: 'OIDC Core §9',
  check: checkAssertion,
};
