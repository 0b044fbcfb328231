// Decrypts name identifiers that a service provider encrypted for the realm, before they are read.
import type { KeyObject } from 'node:crypto';
import type { RealmKey } from '#protocol/crypto/key-components.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { decryptElement, NOT_OPENED, XmlDecryptionError } from '#protocol/crypto/xml-decryption.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { childElement, childElements } from '#protocol/xml/read-xml.ts';
import { writeElement } from '#protocol/xml/write-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { NAMESPACES } from './xml-names.ts';

const SECTION = 'SAML Core §2.2.4';

/** Bounds the work that an unauthenticated message can cause. */
const MAX_KEYS = 10;

export interface EncryptedIds {
  /**
   * The element with `saml:EncryptedID` replaced by `saml:NameID`, if it has one. SAML Core §2.2.4.
   * @throws {SamlStatusError} `invalid_token` if it cannot be decrypted. @throws {XmlError} for two of them.
   */
  open(exchange: RealmExchange, element: XmlElement): Promise<XmlElement>;
}

/**
 * Decrypts with the realm's RSA keys. Choice: signing keys too, because service providers know only their
 * certificates (docs/differences-to-keycloak.md, "Encrypted name identifiers").
 */
export function createEncryptedIds(keys: Pick<RealmKeys, 'list'>): EncryptedIds {
  return {
    async open(exchange, element) {
      const encrypted = childElement(element, NAMESPACES.assertion, 'EncryptedID');
      if (encrypted === undefined) return element;
      const usable = (await keys.list(exchange.realm.name)).filter(isUsable).slice(0, MAX_KEYS);
      const { nameId, kid } = openOrExplain(encrypted, usable);
      exchange.activity.recordPass('open-name-id', `The EncryptedID is opened with key ${kid}.`, SECTION);
      const children = element.children.map((child) => (child === encrypted ? nameId : child));
      return { ...element, children };
    },
  };
}

type UsableKey = RealmKey & { readonly privateKey: KeyObject };

function isUsable(key: RealmKey): key is UsableKey {
  return key.status !== 'DISABLED' && key.privateKey?.asymmetricKeyType === 'rsa';
}

interface Opened {
  readonly nameId: XmlElement;
  readonly kid: string;
}

function openOrExplain(encrypted: XmlElement, keys: readonly UsableKey[]): Opened {
  try {
    return open(encrypted, keys);
  } catch (error) {
    if (!(error instanceof XmlDecryptionError)) throw error;
    throw new SamlStatusError('invalid_token', {
      reason: `The EncryptedID cannot be read: ${error.reason}.`,
      remedy:
        'Encrypt saml:NameID by AES (GCM or CBC), the content key by RSA-OAEP for a certificate of the realm that is not disabled (its metadata has it), or send saml:NameID as it is.',
      section: SECTION,
      cause: error,
    });
  }
}

function open(encrypted: XmlElement, keys: readonly UsableKey[]): Opened {
  const data = childElement(encrypted, NAMESPACES.encryption, 'EncryptedData');
  if (data === undefined) throw new XmlDecryptionError('it has no EncryptedData');
  const { xml, key } = decryptElement({
    data,
    encryptedKeys: childElements(encrypted, NAMESPACES.encryption, 'EncryptedKey'),
    keys: keys.map(({ privateKey }) => privateKey),
  });
  const kid = keys.find(({ privateKey }) => privateKey === key)?.kid ?? '';
  return { nameId: readNameId(xml, encrypted), kid };
}

/** The content may use prefixes declared around it (XML Encryption 1.1 §4.5): the usual ones or its own. */
function readNameId(xml: string, { name }: XmlElement): XmlElement {
  const colon = name.indexOf(':');
  const own = colon < 0 ? 'xmlns' : `xmlns:${name.slice(0, colon)}`;
  const declared = Object.fromEntries(
    ['xmlns:saml', 'xmlns:saml2', own].map((key) => [key, NAMESPACES.assertion]),
  );
  try {
    const around = parseXml(writeElement('around', declared, xml));
    const nameId = childElement(around, NAMESPACES.assertion, 'NameID');
    if (nameId !== undefined && around.children.length === 1) return nameId;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  // No details: with CBC, telling padding errors from XML errors would reveal the plaintext.
  throw new XmlDecryptionError(NOT_OPENED);
}
