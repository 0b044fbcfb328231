// Assertion consumer services by index, read from a client's attributes.
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { SAML_CONSUMER_SERVICE_PREFIX } from '#protocol/contract/saml-client-attributes.ts';

/** A service. `binding` is the last part of its URN: `HTTP-POST`. */
export interface IndexedService {
  readonly index: number;
  readonly binding: string;
  readonly location: string;
}

type Attributes = Readonly<Record<string, string>>;

function namesOf(attributes: Attributes): readonly string[] {
  return Object.keys(attributes).filter((name) => name.startsWith(SAML_CONSUMER_SERVICE_PREFIX));
}

/** The services, sorted by index. */
export function listIndexedServices(attributes: Attributes): readonly IndexedService[] {
  return namesOf(attributes)
    .map((name) => {
      const [urn = '', location = ''] = (attributes[name] ?? '').split(' ');
      const index = Number(name.slice(SAML_CONSUMER_SERVICE_PREFIX.length));
      return { index, binding: urn.slice(urn.lastIndexOf(':') + 1), location };
    })
    .sort((left, right) => left.index - right.index);
}

/** The change that removes all services. */
export function removeIndexedServices({
  clientId,
  attributes = {},
}: ClientRepresentation): ClientRepresentation {
  return { clientId, attributes: Object.fromEntries(namesOf(attributes).map((name) => [name, ''])) };
}
