// Verifies a received message: its sender, its signature and its destination.

import { verificationKeyOf } from '#protocol/crypto/read-certificates.ts';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { NO_KEY_FITS, verifyText, XmlSignatureError } from '#protocol/crypto/xml-signature.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';
import { childElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import type { QuerySignature, ReceivedMessage } from './bindings/binding.ts';
import { explainKeys } from './explain-keys.ts';
import { type MessageHead, readIssuer, readMessageHead } from './messages/message-head.ts';
import type { CheckedMessage } from './profiles/profile.ts';
import { readServiceProvider, type ServiceProvider } from './service-provider.ts';
import { NAMESPACES, SAML_VERSION } from './xml-names.ts';

/** The one URL for all messages of sign-in and sign-out. */
export function endpointUrl(exchange: Pick<RealmExchange, 'baseUrl' | 'realm'>): string {
  return `${issuerOf(exchange)}/protocol/saml`;
}

/**
 * Checks issuer, client, signature, destination, version. Compat: in Keycloak's order, with its texts.
 * @throws {SamlStatusError} for the first failed check. SAML Core §3.2.1, §5; SAML Bindings §3.4.5.2,
 * §3.5.5.2.
 */
export function checkMessage(
  exchange: RealmExchange,
  received: ReceivedMessage,
  expectedUrl: string = endpointUrl(exchange),
): CheckedMessage {
  const client = findSender(exchange, received.root);
  const provider = readServiceProvider(client, exchange.clock.now());
  exchange.activity.recordPass(
    'check-issuer',
    `The message is from client ${client.clientId}.`,
    'SAML Core §3.2.1',
  );
  const root = checkSignature(exchange, received, provider);
  const head = readMessageHead(root);
  checkSameSender(head, provider);
  checkDestination(exchange, { received, expected: expectedUrl }, provider, head);
  checkVersion(head);
  return { received, provider, root, verified: provider.mustSign };
}

/** @throws {SamlStatusError} if the sender is unknown or may not use SAML. */
function findSender({ realm, activity }: RealmExchange, root: XmlElement): Client {
  const issuer = readIssuer(root);
  const client = issuer === undefined ? undefined : realm.clients.get(issuer);
  if (issuer === undefined) {
    throw new SamlStatusError('client_not_found', {
      reason: `The ${root.localName} has no Issuer.`,
      remedy: `Send saml:Issuer of namespace ${NAMESPACES.assertion}: a client is found by it, its clientId is the Issuer.`,
    });
  }
  if (client === undefined) throw explainStranger(realm, issuer);
  activity.client(client.clientId);
  checkClient(client);
  return client;
}

/** Entity identifiers are compared exactly (SAML Core §8.3.6); a near miss is named. */
function explainStranger(realm: Realm, issuer: string): SamlStatusError {
  const plain = (id: string): string => id.trim().toLowerCase().replace(/\/$/, '');
  const near = [...realm.clients.keys()].find((clientId) => plain(clientId) === plain(issuer));
  return new SamlStatusError('client_not_found', {
    reason: `Realm ${realm.name} has no client ${issuer}${near === undefined ? '' : `; it has ${near}, which is not the same`}.`,
    remedy:
      near === undefined
        ? fixable(
            { kind: 'create-saml-client', client: issuer },
            `Add a client of protocol saml to realm ${realm.name} whose clientId is the Issuer of the message, letter by letter.`,
          )
        : `Send ${near} as Issuer, or change client ${near} so that its clientId is the Issuer of the message, letter by letter.`,
  });
}

/** @throws {SamlStatusError} if the client may not use SAML. */
export function checkClient(client: Client): void {
  const { clientId } = client;
  if (!client.enabled) {
    throw new SamlStatusError('client_disabled', {
      reason: `Client ${clientId} is disabled.`,
      remedy: fixable({ kind: 'enable-client', client: clientId }),
    });
  }
  if (client.kind === 'bearer-only') {
    throw new SamlStatusError('not_allowed', {
      description: 'Bearer-only applications are not allowed to initiate browser login',
      reason: `Client ${clientId} is bearer-only.`,
      remedy: fixable({ kind: 'clear-bearer-only', client: clientId }),
    });
  }
  if (!client.standardFlow) {
    throw new SamlStatusError('not_allowed', {
      reason: `The standard flow is off for client ${clientId}.`,
      remedy: fixable({ kind: 'allow-standard-flow', client: clientId }),
    });
  }
  if (client.protocol !== 'saml') {
    throw new SamlStatusError('invalid_client', {
      reason: `Client ${clientId} is a client of protocol ${client.protocol}.`,
      remedy: `Set protocol of client ${clientId} to saml.`,
    });
  }
}

/** The element to read: the signed one if a signature is required. Compat: others are not verified. */
function checkSignature(
  { activity }: RealmExchange,
  received: ReceivedMessage,
  provider: ServiceProvider,
): XmlElement {
  const { clientId } = provider.client;
  if (!provider.mustSign) {
    activity.recordNote(
      'check-signature',
      `Client ${clientId} need not sign (saml.client.signature).`,
      'SAML Core §5',
    );
    return received.root;
  }
  if (received.vouched === true) {
    activity.recordPass(
      'check-signature',
      `Client ${clientId} handed it over in a signed answer.`,
      'SAML Bindings §3.6.5',
    );
    return received.root;
  }
  if (provider.verificationKeys.length === 0) throw explainMissingKey(provider);
  try {
    const root = verify(received, provider);
    activity.recordPass('check-signature', `The signature is client ${clientId}'s.`, 'SAML Core §5');
    return root;
  } catch (error) {
    if (!(error instanceof XmlSignatureError)) throw error;
    throw new SamlStatusError('invalid_signature', {
      reason: `The signature of the message does not count: ${error.reason}${error.reason === NO_KEY_FITS ? explainKeys(received.root, provider) : ''}.`,
      remedy: fixable(
        { kind: 'allow-unsigned-messages', client: clientId },
        `Sign with the key of saml.signing.certificate of client ${clientId} by RSA or ECDSA with SHA-256, SHA-384 or SHA-512 (SHA-1 only when saml.signature.algorithm is RSA_SHA1), or set saml.client.signature to false.`,
      ),
      cause: error,
    });
  }
}

function explainMissingKey({ client, certificates }: ServiceProvider): SamlStatusError {
  const { clientId } = client;
  const usable = certificates.filter((certificate) => verificationKeyOf(certificate) !== undefined);
  const spans = usable.map(({ validFrom, validTo }) => `valid from ${validFrom} to ${validTo}`);
  const isSet = (client.attributes['saml.signing.certificate'] ?? '') !== '';
  const none = isSet
    ? 'saml.signing.certificate contains no readable certificate'
    : 'it has no certificate to verify signatures with';
  const unusable = 'its certificate has neither an RSA key nor an EC key on P-256, P-384 or P-521';
  const why =
    usable.length > 0
      ? `its certificate is not valid on the realm's clock (${spans.join('; ')})`
      : certificates.length > 0
        ? unusable
        : none;
  return new SamlStatusError('invalid_signature', {
    reason: `Client ${clientId} must sign, and ${why}.`,
    remedy: fixable(
      { kind: 'allow-unsigned-messages', client: clientId },
      `Put a certificate that is valid now into saml.signing.certificate of client ${clientId} (import its metadata), set saml.client.signature to false, or set back the realm's clock.`,
    ),
  });
}

function verify(received: ReceivedMessage, provider: ServiceProvider): XmlElement {
  const { verificationKeys: keys, signatureAlgorithm } = provider;
  const allowSha1 = signatureAlgorithm === 'RSA_SHA1';
  const { binding, querySignature, root } = received;
  if (binding !== 'redirect') return verifyElement({ root, keys, allowSha1 });
  if (querySignature === undefined) throw new XmlSignatureError('the query has neither SigAlg nor Signature');
  verifyQuery(querySignature, { keys, allowSha1 });
  return root;
}

/**
 * The raw query counts (SAML Bindings §3.4.4.1). Compat: some senders sign `%20` but send `+`, so the
 * standard encoding is tried too (docs/differences-to-keycloak.md, "Signed redirect messages").
 * @throws {XmlSignatureError} with the reason.
 */
export function verifyQuery(
  { algorithm, signature, signedText, respelledText }: QuerySignature,
  trust: { readonly keys: ServiceProvider['verificationKeys']; readonly allowSha1: boolean },
): void {
  if (algorithm === '') throw new XmlSignatureError('the query has Signature and no SigAlg');
  if (signature === '') throw new XmlSignatureError('the query has SigAlg and no Signature');
  try {
    verifyText({ ...trust, algorithm, signature, text: signedText });
  } catch (error) {
    if (!(error instanceof XmlSignatureError) || respelledText === signedText) throw error;
    verifyText({ ...trust, algorithm, signature, text: respelledText });
  }
}

/** The signed element must name the sender, however another parser reads the received text. */
function checkSameSender({ issuer }: MessageHead, { entityId, client }: ServiceProvider): void {
  if (issuer === entityId) return;
  throw new SamlStatusError('invalid_signature', {
    reason: `The signed message is of another sender than client ${client.clientId}, whose key has signed it.`,
    remedy: 'Sign the message as it is sent.',
  });
}

/** Compat: Destination is required only in signed messages. SAML Bindings §3.4.5.2, §3.5.5.2. */
function checkDestination(
  exchange: RealmExchange,
  { received, expected }: { readonly received: ReceivedMessage; readonly expected: string },
  provider: ServiceProvider,
  { destination }: MessageHead,
): void {
  if (destination === undefined) {
    if (received.binding === 'soap' || received.binding === 'artifact') return;
    if (!provider.mustSign && !carriesSignature(received)) return;
    throw new SamlStatusError('invalid_destination', {
      reason: 'The message is signed, or must be, and has no Destination.',
      remedy: `Send Destination="${expected}".`,
      section: 'SAML Bindings §3.5.5.2',
    });
  }
  if (isSameUrl(destination, expected)) {
    exchange.activity.recordPass('check-destination', `The message is for ${expected}.`, 'SAML Core §3.2.1');
    return;
  }
  throw new SamlStatusError('invalid_destination', {
    reason: `The message is for ${destination}, and came to ${expected}.`,
    remedy: `Send Destination="${expected}", or start the server with the hostname that the client calls it by.`,
  });
}

function carriesSignature({ root, querySignature }: ReceivedMessage): boolean {
  return querySignature !== undefined || childElements(root, NAMESPACES.signature, 'Signature').length > 0;
}

/** Equal, apart from an explicit default port. */
function isSameUrl(one: string, other: string): boolean {
  return one === other || withoutUsualPort(one) === withoutUsualPort(other);
}

function withoutUsualPort(url: string): string {
  return url
    .replace(/^(http:\/\/[^/?#]*?):80(?=[/?#]|$)/i, '$1')
    .replace(/^(https:\/\/[^/?#]*?):443(?=[/?#]|$)/i, '$1');
}

function checkVersion({ version }: MessageHead): void {
  if (version === SAML_VERSION) return;
  throw new SamlStatusError('unsupported_version', {
    reason: `The message is of SAML version ${version}.`,
    remedy: `Send Version="${SAML_VERSION}".`,
  });
}
