// Converts SAML metadata to a client, for the admin API.
import type { ClientDescriptionConverter } from '#protocol/realm/clients/client-description.ts';
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { describeClient } from './describe-client.ts';
import { readServiceProviderMetadata } from './service-provider-metadata.ts';

/** Metadata of a service provider (SAML Metadata §2.4.4). */
export const SAML_METADATA_CONVERTER: ClientDescriptionConverter = {
  format: 'SAML metadata of a service provider',
  reads: (text) => text.trimStart().startsWith('<'),
  async convert(text, { now, clientId }) {
    try {
      return describeClient(readServiceProviderMetadata(text, { now, entityId: clientId }));
    } catch (cause) {
      if (!(cause instanceof XmlError)) throw cause;
      throw new ClientDescriptionError(`The metadata cannot be read: ${cause.message}.`, { cause });
    }
  },
};
