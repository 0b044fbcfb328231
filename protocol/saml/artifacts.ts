// Artifacts: short references to a message that can be fetched once.
import { createHash, randomBytes } from 'node:crypto';
import type { ExpiringStore, Store } from '#protocol/store/store.ts';

/** The only format in SAML 2.0. SAML Bindings §3.6.4. */
const TYPE_CODE = 4;
const ARTIFACT_BYTES = 44;
const SOURCE_ID_BYTES = 20;
const HANDLE_BYTES = 20;

export interface ParsedArtifact {
  /** Index of the sender's resolution service. */
  readonly endpointIndex: number;
  /** Base64 of the SHA-1 of the sender's entity identifier. */
  readonly sourceId: string;
}

/** Parses an artifact; undefined if it is not well-formed or not of type 4. SAML Bindings §3.6.4.2. */
export function parseArtifact(text: string): ParsedArtifact | undefined {
  const compact = text.replaceAll(/[\t\n\r ]/g, '');
  const bytes = Buffer.from(compact, 'base64');
  if (bytes.length !== ARTIFACT_BYTES || bytes.toString('base64') !== compact) return undefined;
  if (bytes.readUInt16BE(0) !== TYPE_CODE) return undefined;
  const sourceId = bytes.subarray(4, 4 + SOURCE_ID_BYTES).toString('base64');
  return { endpointIndex: bytes.readUInt16BE(2), sourceId };
}

/** The source identifier of an entity, in base64. SAML Bindings §3.6.4.2. */
export function sourceIdOf(entityId: string): string {
  return createHash('sha1').update(entityId).digest('base64');
}

/** A new artifact of an entity, for its resolution service 0. */
export function createArtifact(entityId: string): string {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(TYPE_CODE, 0);
  const source = Buffer.from(sourceIdOf(entityId), 'base64');
  return Buffer.concat([head, source, randomBytes(HANDLE_BYTES)]).toString('base64');
}

/** A message that its service provider has not fetched yet. */
interface StoredMessage {
  readonly realmId: string;
  /** The recipient. The name is that of the values which other servers of this database have stored. */
  readonly clientUuid: string;
  readonly xml: string;
}

/** The recipient and lifetime of a message. */
interface ArtifactRecipient {
  readonly realmId: string;
  /** Identifies the service provider: the `id` of a client. */
  readonly recipient: string;
  /** Entity identifier of the identity provider. */
  readonly issuer: string;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
  readonly now: number;
}

type ResolvedArtifact =
  | { readonly state: 'found'; readonly xml: string }
  | { readonly state: 'foreign' | 'used' | 'unknown' };

/** The messages that issued artifacts refer to. */
export interface Artifacts {
  /** Stores a message; its artifact. */
  keep(xml: string, place: ArtifactRecipient): Promise<string>;
  /** The message, once and only for its service provider; others do not consume it. SAML Bindings §3.6.5. */
  take(
    artifact: string,
    from: { readonly realmId: string; readonly recipient: string; readonly now: number },
  ): Promise<ResolvedArtifact>;
}

/** `kind`: of the stored values; identity providers with the same one share their artifacts. */
export function createArtifacts(
  store: Pick<Store, 'createExpiringStore'>,
  kind: 'saml-artifact' | 'stand-in-artifact' = 'saml-artifact',
): Artifacts {
  const messages: ExpiringStore<StoredMessage> = store.createExpiringStore<StoredMessage>(kind);
  return {
    async keep(xml, { realmId, recipient, issuer, expiresAt, now }) {
      const artifact = createArtifact(issuer);
      await messages.put(artifact, { realmId, clientUuid: recipient, xml }, expiresAt, now);
      return artifact;
    },
    async take(artifact, { realmId, recipient, now }) {
      const found = await messages.find(realmId, artifact, now);
      if (found === undefined) return { state: 'unknown' };
      if (found.clientUuid !== recipient) return { state: 'foreign' };
      const consumed = await messages.consume(realmId, artifact, now);
      return consumed.state === 'found'
        ? { state: 'found', xml: consumed.value.xml }
        : { state: consumed.state };
    },
  };
}
