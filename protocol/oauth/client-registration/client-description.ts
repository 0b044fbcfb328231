// Registration metadata as a client description for the admin API.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { createUuid } from '#protocol/crypto/identifiers.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import {
  type ClientDescriptionConverter,
  ClientDescriptionError,
} from '#protocol/realm/clients/client-description.ts';
import { readClientMetadata } from './client-metadata.ts';
import type { Metadata } from './metadata-values.ts';

/** Members that identify registration metadata, because clients in realm files lack them (RFC 7591 §2). */
const METADATA_ONLY_MEMBERS = [
  'redirect_uris',
  'client_name',
  'grant_types',
  'token_endpoint_auth_method',
  'jwks_uri',
];

function parse(text: string): Metadata | undefined {
  try {
    const json: unknown = JSON.parse(text);
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    return isObject && METADATA_ONLY_MEMBERS.some((name) => Object.hasOwn(json, name))
      ? (json as Metadata)
      : undefined;
  } catch {
    // Not JSON: another format.
    return undefined;
  }
}

/** Client metadata of OpenID Connect Dynamic Client Registration (RFC 7591 §2). */
export const REGISTRATION_METADATA_CONVERTER: ClientDescriptionConverter = {
  format: 'registration metadata of OpenID Connect',
  reads: (text) => parse(text) !== undefined,
  async convert(text, { realm }): Promise<ClientRepresentation> {
    const metadata = parse(text) ?? {};
    const given = metadata['client_id'];
    try {
      const described = readClientMetadata(metadata, realm);
      return {
        clientId: typeof given === 'string' && given !== '' ? given : createUuid(),
        protocol: 'openid-connect',
        enabled: true,
        ...described,
      };
    } catch (cause) {
      if (!(cause instanceof OAuthError)) throw cause;
      throw new ClientDescriptionError(cause.description, { cause });
    }
  },
};
