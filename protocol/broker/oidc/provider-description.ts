// Reads the discovery document of a provider. OIDC Discovery §3, RFC 8414 §2.
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import type { ProviderDescriptionReader } from '#protocol/realm/clients/provider-description.ts';

/** Settings by the member of the document. */
const ADDRESSES: Readonly<Record<string, string>> = {
  authorization_endpoint: 'authorizationUrl',
  token_endpoint: 'tokenUrl',
  userinfo_endpoint: 'userInfoUrl',
  end_session_endpoint: 'logoutUrl',
  introspection_endpoint: 'tokenIntrospectionUrl',
  jwks_uri: 'jwksUrl',
};

const REQUIRED: readonly string[] = ['authorization_endpoint', 'token_endpoint'];

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && !Array.isArray(json))
      return json as Readonly<Record<string, unknown>>;
  } catch (cause) {
    throw new ClientDescriptionError(
      'The discovery document is not JSON; its address usually ends in /.well-known/openid-configuration',
      { cause },
    );
  }
  throw new ClientDescriptionError('The discovery document must be a JSON object');
}

function readAddress(member: string, value: unknown): string | undefined {
  if (value === undefined || value === null) {
    if (!REQUIRED.includes(member)) return undefined;
    throw new ClientDescriptionError(`The discovery document has no ${member}`);
  }
  if (typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
    return value;
  throw new ClientDescriptionError(`${member} of the discovery document is not an http or https address`);
}

/** Compat: signatures are checked if the document says where the keys are. */
function read(text: string): Readonly<Record<string, string>> {
  const document = parse(text);
  const { issuer } = document;
  const config: Record<string, string> = typeof issuer === 'string' ? { issuer } : {};
  for (const [member, setting] of Object.entries(ADDRESSES)) {
    const address = readAddress(member, document[member]);
    if (address !== undefined) config[setting] = address;
  }
  return config['jwksUrl'] === undefined
    ? config
    : { ...config, validateSignature: 'true', useJwksUrl: 'true' };
}

export const DISCOVERY_READER: ProviderDescriptionReader = {
  format: 'discovery document of an OpenID provider',
  types: ['oidc', 'keycloak-oidc'],
  accept: 'application/json',
  read,
};
