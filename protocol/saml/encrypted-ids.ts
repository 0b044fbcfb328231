// Decrypts name identifiers and assertions that another party encrypted for the realm, before they are read.
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

/** Bounds the work that an unauthenticated message can cause. */
const MAX_KEYS = 10;

export interface EncryptedIds {
  /**
   * The element with `saml:EncryptedID` replaced by `saml:NameID`, if it has one. SAML Core §2.2.4.
   * @throws {SamlStatusError} `invalid_token` if it cannot be decrypted. @throws {XmlError} for two of them.
   */
  open(exchange: RealmExchange, element: XmlElement): Promise<XmlElement>;
  /**
   * The `saml:Assertion` in a `saml:EncryptedAssertion`; `ancestors`, outermost first, declare its prefixes. SAML Core §2.3.4.
   * @throws {SamlStatusError} `invalid_token` if it cannot be decrypted. @throws {XmlError} for repeated elements.
   */
  openAssertion(
    exchange: RealmExchange,
    encrypted: XmlElement,
    ancestors: readonly XmlElement[],
  ): Promise<XmlElement>;
}

/**
 * Decrypts with the realm's RSA keys. Choice: signing keys too, because service providers know only their
 * certificates (docs/differences-to-keycloak.md, "Encrypted name identifiers").
 */
export function createEncryptedIds(keys: Pick<RealmKeys, 'list'>): EncryptedIds {
  const decrypt = async (exchange: RealmExchange, sealed: Sealed): Promise<XmlElement> => {
    const usable = (await keys.list(exchange.realm.name)).filter(isUsable).slice(0, MAX_KEYS);
    const { element, kid } = openOrExplain(sealed, usable);
    const { rule, section } = CONTENTS[sealed.content];
    exchange.activity.recordPass(
      rule,
      `The ${sealed.encrypted.localName} is opened with key ${kid}.`,
      section,
    );
    return element;
  };
  return {
    async open(exchange, element) {
      const encrypted = childElement(element, NAMESPACES.assertion, 'EncryptedID');
      if (encrypted === undefined) return element;
      const nameId = await decrypt(exchange, { encrypted, content: 'NameID', ancestors: [] });
      const children = element.children.map((child) => (child === encrypted ? nameId : child));
      return { ...element, children };
    },
    openAssertion: (exchange, encrypted, ancestors) =>
      decrypt(exchange, { encrypted, content: 'Assertion', ancestors }),
  };
}

/** What may be encrypted. */
const CONTENTS = {
  NameID: { rule: 'open-name-id', section: 'SAML Core §2.2.4' },
  Assertion: { rule: 'open-assertion', section: 'SAML Core §2.3.4' },
} as const;

interface Sealed {
  readonly encrypted: XmlElement;
  readonly content: keyof typeof CONTENTS;
  readonly ancestors: readonly XmlElement[];
}

type UsableKey = RealmKey & { readonly privateKey: KeyObject };

function isUsable(key: RealmKey): key is UsableKey {
  return key.status !== 'DISABLED' && key.privateKey?.asymmetricKeyType === 'rsa';
}

interface Opened {
  readonly element: XmlElement;
  readonly kid: string;
}

function openOrExplain(sealed: Sealed, keys: readonly UsableKey[]): Opened {
  try {
    return open(sealed, keys);
  } catch (error) {
    if (!(error instanceof XmlDecryptionError)) throw error;
    const { encrypted, content } = sealed;
    throw new SamlStatusError('invalid_token', {
      reason: `The ${encrypted.localName} cannot be read: ${error.reason}.`,
      remedy: `Encrypt saml:${content} by AES (GCM or CBC), the content key by RSA-OAEP for a certificate of the realm that is not disabled (its metadata has it), or send saml:${content} as it is.`,
      section: CONTENTS[content].section,
      cause: error,
    });
  }
}

function open(sealed: Sealed, keys: readonly UsableKey[]): Opened {
  const { encrypted } = sealed;
  const data = childElement(encrypted, NAMESPACES.encryption, 'EncryptedData');
  if (data === undefined) throw new XmlDecryptionError('it has no EncryptedData');
  const { xml, key } = decryptElement({
    data,
    encryptedKeys: childElements(encrypted, NAMESPACES.encryption, 'EncryptedKey'),
    keys: keys.map(({ privateKey }) => privateKey),
  });
  const kid = keys.find(({ privateKey }) => privateKey === key)?.kid ?? '';
  return { element: readContent(xml, sealed), kid };
}

/** The content may use prefixes declared around it (XML Encryption 1.1 §4.5): the usual ones or its own. */
function readContent(xml: string, { encrypted, content, ancestors }: Sealed): XmlElement {
  const { name } = encrypted;
  const colon = name.indexOf(':');
  const own = colon < 0 ? 'xmlns' : `xmlns:${name.slice(0, colon)}`;
  const usual = ['xmlns:saml', 'xmlns:saml2', own].map((key) => [key, NAMESPACES.assertion] as const);
  const around = [...ancestors, encrypted].flatMap(({ declarations }) =>
    declarations.map(
      ({ prefix, namespace }) => [prefix === '' ? 'xmlns' : `xmlns:${prefix}`, namespace] as const,
    ),
  );
  try {
    const parsed = parseXml(writeElement('around', Object.fromEntries([...usual, ...around]), xml));
    const element = childElement(parsed, NAMESPACES.assertion, content);
    if (element !== undefined && parsed.children.length === 1) return element;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  // No details: with CBC, telling padding errors from XML errors would reveal the plaintext.
  throw new XmlDecryptionError(NOT_OPENED);
}
