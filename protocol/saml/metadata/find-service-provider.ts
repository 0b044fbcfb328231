// Finds the service provider in a metadata document: strict XML, one entity, SAML 2.0, not expired.
import { ClientDescriptionError } from '#protocol/realm/clients/client-description.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { NAMESPACES } from '../xml-names.ts';

const { metadata: MD, protocol: PROTOCOL } = NAMESPACES;
/** Maximum length of an entity identifier. SAML Core §8.3.6 */
const MAX_ENTITY_ID = 1024;
/** Enough names to recognize a large document. */
const SHOWN_ENTITIES = 20;

/** An entity with its service provider role. */
export interface FoundServiceProvider {
  readonly entityId: string;
  readonly entity: XmlElement;
  /** `SPSSODescriptor` for SAML 2.0. */
  readonly descriptor: XmlElement;
}

function parse(text: string): XmlElement {
  try {
    return parseXml(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (cause) {
    if (!(cause instanceof XmlError)) throw cause;
    throw new ClientDescriptionError(`The metadata cannot be read as XML: ${cause.message}.`, { cause });
  }
}

/** Entities in a tree of `EntitiesDescriptor`, whose depth the parser limits. */
function entitiesOf(root: XmlElement): readonly XmlElement[] {
  if (root.namespace === MD && root.localName === 'EntityDescriptor') return [root];
  if (root.namespace === MD && root.localName === 'EntitiesDescriptor') {
    return root.children.flatMap((child) => (typeof child === 'string' ? [] : entitiesOf(child)));
  }
  return [];
}

function speaksSaml2(descriptor: XmlElement): boolean {
  return (attributeOf(descriptor, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL);
}

function readEntityId(entity: XmlElement): string {
  const id = attributeOf(entity, 'entityID')?.trim() ?? '';
  if (id === '')
    throw new ClientDescriptionError('EntityDescriptor has no entityID; it becomes the clientId.');
  if (id.length > MAX_ENTITY_ID)
    throw new ClientDescriptionError(`The entityID is longer than ${MAX_ENTITY_ID} characters.`);
  return id;
}

function checkValidity(element: XmlElement, now: number): void {
  const until = attributeOf(element, 'validUntil');
  if (until === undefined) return;
  const end = Date.parse(until);
  if (Number.isNaN(end))
    throw new ClientDescriptionError(`validUntil of ${element.localName} is not a time.`);
  if (end > now) return;
  throw new ClientDescriptionError(
    `The metadata has expired: validUntil of ${element.localName} is ${new Date(end).toISOString()}. ` +
      "Fetch it again from the service provider, or set the realm's clock back.",
  );
}

export interface ServiceProviderSelection {
  /** Milliseconds, compared with `validUntil`. */
  readonly now: number;
  /** Selects one of several service providers by entity ID. */
  readonly entityId: string | undefined;
}

type Role = Omit<FoundServiceProvider, 'entityId'>;

function listEntityIds(found: readonly Role[]): string {
  const ids = found.slice(0, SHOWN_ENTITIES).map(({ entity }) => readEntityId(entity));
  return `${ids.join(', ')}${found.length > SHOWN_ENTITIES ? ', …' : ''}`;
}

/** @throws {ClientDescriptionError} with the known names, unless exactly one matches. */
function chooseNamed(found: readonly Role[], wanted: string | undefined): Role {
  const named = found.filter(({ entity }) => wanted !== undefined && readEntityId(entity) === wanted);
  const [one, second] = named;
  if (one !== undefined && second === undefined) return one;
  const why =
    wanted === undefined ? '' : second === undefined ? `; none is ${wanted}` : `; several are ${wanted}`;
  throw new ClientDescriptionError(
    `The document describes ${found.length} service providers (${listEntityIds(found)})${why}. Leave one of them in it, or import it into a client whose clientId is one of them.`,
  );
}

/**
 * The only service provider, or the requested one of several. Choice: the name of a single one is not checked
 * (docs/differences-to-keycloak.md, "Metadata of service providers"). SAML Metadata §2.3.
 * @throws {ClientDescriptionError} for invalid XML, no or ambiguous service provider, or expired metadata.
 */
export function findServiceProvider(
  text: string,
  { now, entityId }: ServiceProviderSelection,
): FoundServiceProvider {
  const root = parse(text);
  const entities = entitiesOf(root);
  if (entities.length === 0) {
    throw new ClientDescriptionError(
      `The document is a ${root.localName}, not an EntityDescriptor of SAML 2.0 metadata. Paste the service provider's metadata.`,
    );
  }
  const found = entities.flatMap((entity) =>
    childElements(entity, MD, 'SPSSODescriptor')
      .filter(speaksSaml2)
      .map((descriptor) => ({ entity, descriptor })),
  );
  const [first, second] = found;
  if (first === undefined) {
    throw new ClientDescriptionError(
      'No entity in the document is a service provider of SAML 2.0 (SPSSODescriptor). The metadata of an identity provider does not describe a client.',
    );
  }
  const chosen = second === undefined ? first : chooseNamed(found, entityId);
  for (const element of [root, chosen.entity, chosen.descriptor]) checkValidity(element, now);
  return { entityId: readEntityId(chosen.entity), ...chosen };
}
