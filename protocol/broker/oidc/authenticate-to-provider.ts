// How this server authenticates to a provider's token endpoint, as its settings say. OIDC Core §9, RFC 6749 §2.3.1.
import { createSecretKey } from 'node:crypto';
import { nowInSeconds } from '#protocol/clock.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { type SigningKey, signJws } from '#protocol/crypto/jws.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { fillInBaseUrl } from '#protocol/realm/clients/client-url.ts';
import type { AskedProvider, BrokerDeps } from '../brokering.ts';

/** What is added to a token request. */
export interface ProviderCredentials {
  readonly form: Readonly<Record<string, string>>;
  readonly authorization?: string;
}

/** Seconds. */
const ASSERTION_LIFESPAN = 60;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

const encode = (text: string): string => encodeURIComponent(text).replaceAll('%20', '+');

function basic(id: string, secret: string): ProviderCredentials {
  return { form: {}, authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

async function assertion(
  { clock, baseUrl }: RealmExchange,
  { provider, endpoints }: AskedProvider,
  key: SigningKey,
): Promise<ProviderCredentials> {
  const { config } = provider;
  const id = config['clientId'] ?? '';
  const now = nowInSeconds(clock);
  const audience = config['clientAssertionAudience'] ?? config['tokenUrl'] ?? endpoints.token ?? '';
  const claims = {
    iss: id,
    sub: id,
    aud: fillInBaseUrl(audience, baseUrl),
    jti: createUuid(),
    iat: now,
    nbf: now,
    exp: now + ASSERTION_LIFESPAN,
  };
  return {
    form: {
      client_id: id,
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: await signJws(key, claims),
    },
  };
}

/** Compat: without a setting, the secret is part of the form; a provider without a secret gets the client ID only. */
export async function authenticateToProvider(
  { keys }: Pick<BrokerDeps, 'keys'>,
  exchange: RealmExchange,
  asked: AskedProvider,
): Promise<ProviderCredentials> {
  const { config } = asked.provider;
  const id = config['clientId'] ?? '';
  const secret = config['clientSecret'];
  switch (config['clientAuthMethod']) {
    case 'client_secret_basic':
      return basic(encode(id), encode(secret ?? ''));
    case 'client_secret_basic_unencoded':
      return basic(id, secret ?? '');
    case 'client_secret_jwt': {
      const algorithm = config['clientAssertionSigningAlg'] ?? 'HS256';
      const key = createSecretKey(Buffer.from(secret ?? ''));
      return assertion(exchange, asked, { algorithm, key, kid: id });
    }
    case 'private_key_jwt': {
      const algorithm = config['clientAssertionSigningAlg'] ?? 'RS256';
      return assertion(exchange, asked, await keys.signingKey(exchange.realm.name, algorithm));
    }
    default:
      return { form: { client_id: id, ...(secret === undefined ? {} : { client_secret: secret }) } };
  }
}
