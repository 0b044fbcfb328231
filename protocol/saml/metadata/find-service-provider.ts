// Finds the service provider or identity provider in a metadata document: strict XML, one entity, SAML 2.0, not expired.
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

/** What a document is searched for, in the words of its refusals. */
interface SamlRole {
  /** `SPSSODescriptor` */
  readonly element: string;
  /** `service provider` */
  readonly name: string;
  /** What the entity ID becomes. */
  readonly identifier: string;
  /** Follows the refusal of a document with other roles only. */
  readonly hint: string;
  /** How one of several is selected. */
  readonly selection: string;
}

const SERVICE_PROVIDER: SamlRole = {
  element: 'SPSSODescriptor',
  name: 'service provider',
  identifier: 'the clientId',
  hint: 'The metadata of an identity provider does not describe a client.',
  selection: 'Leave one of them in it, or import it into a client whose clientId is one of them.',
};

export const IDENTITY_PROVIDER: SamlRole = {
  element: 'IDPSSODescriptor',
  name: 'identity provider',
  identifier: 'config.idpEntityId',
  hint: 'The metadata of a service provider does not describe an identity provider.',
  selection: 'Leave one of them in it, or set config.idpEntityId to one of them.',
};

/** An entity with one of its roles. */
interface FoundRole {
  readonly entityId: string;
  readonly entity: XmlElement;
  /** The element of the role, for SAML 2.0. */
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

function readEntityId(entity: XmlElement, { identifier }: SamlRole): string {
  const id = attributeOf(entity, 'entityID')?.trim() ?? '';
  if (id === '')
    throw new ClientDescriptionError(`EntityDescriptor has no entityID; it becomes ${identifier}.`);
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
  /** Selects one of several entities by entity ID. */
  readonly entityId: string | undefined;
}

type Found = Omit<FoundRole, 'entityId'>;

function listEntityIds(found: readonly Found[], role: SamlRole): string {
  const ids = found.slice(0, SHOWN_ENTITIES).map(({ entity }) => readEntityId(entity, role));
  return `${ids.join(', ')}${found.length > SHOWN_ENTITIES ? ', …' : ''}`;
}

/** @throws {ClientDescriptionError} with the known names, unless exactly one matches. */
function chooseNamed(found: readonly Found[], wanted: string | undefined, role: SamlRole): Found {
  const named = found.filter(({ entity }) => wanted !== undefined && readEntityId(entity, role) === wanted);
  const [one, second] = named;
  if (one !== undefined && second === undefined) return one;
  const why =
    wanted === undefined ? '' : second === undefined ? `; none is ${wanted}` : `; several are ${wanted}`;
  throw new ClientDescriptionError(
    `The document describes ${found.length} ${role.name}s (${listEntityIds(found, role)})${why}. ${role.selection}`,
  );
}

/**
 * The only entity with the role, or the requested one of several. Choice: the name of a single one is not checked
 * (docs/differences-to-keycloak.md, "Metadata of service providers"). SAML Metadata §2.3.
 * @throws {ClientDescriptionError} for invalid XML, no or ambiguous entity, or expired metadata.
 */
export function findRole(
  text: string,
  role: SamlRole,
  { now, entityId }: ServiceProviderSelection,
): FoundRole {
  const root = parse(text);
  const entities = entitiesOf(root);
  if (entities.length === 0) {
    throw new ClientDescriptionError(
      `The document is a ${root.localName}, not an EntityDescriptor of SAML 2.0 metadata. Paste the ${role.name}'s metadata.`,
    );
  }
  const found = entities.flatMap((entity) =>
    childElements(entity, MD, role.element)
      .filter(speaksSaml2)
      .map((descriptor) => ({ entity, descriptor })),
  );
  const [first, second] = found;
  if (first === undefined) {
    throw new ClientDescriptionError(
      `No entity in the document is ${role.name === 'service provider' ? 'a' : 'an'} ${role.name} of SAML 2.0 (${role.element}). ${role.hint}`,
    );
  }
  const chosen = second === undefined ? first : chooseNamed(found, entityId, role);
  for (const element of [root, chosen.entity, chosen.descriptor]) checkValidity(element, now);
  return { entityId: readEntityId(chosen.entity, role), ...chosen };
}

/** As {@link findRole}. @throws {ClientDescriptionError} */
export function findServiceProvider(text: string, selection: ServiceProviderSelection): FoundRole {
  return findRole(text, SERVICE_PROVIDER, selection);
}
