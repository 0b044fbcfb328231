// The metadata of this server as the service provider of a SAML provider.

import type { RealmKey } from '#protocol/crypto/key-components.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { listProviderMappers } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import { createMessageId, signRendered } from '#protocol/saml/make-response.ts';
import type { SamlSigners } from '#protocol/saml/signer.ts';
import {
  ATTRIBUTE_NAME_FORMATS,
  BINDING_URNS,
  NAME_ID_FORMATS,
  NAMESPACES,
} from '#protocol/saml/xml-names.ts';
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import { isOn, ownEntityId, signatureSettingsOf } from './settings.ts';

const END = '</md:EntityDescriptor>';

interface DescriptorDeps {
  readonly signers: Pick<SamlSigners, 'signerBy' | 'signingKeys'>;
  readonly keys: Pick<RealmKeys, 'list'>;
}

/** SAML Metadata §2.4.4; signed with `signSpMetadata`. @throws {OAuthError} for settings by which it cannot be signed. */
export async function renderBrokerDescriptor(
  { signers, keys }: DescriptorDeps,
  exchange: Pick<RealmExchange, 'baseUrl' | 'realm'>,
  provider: IdentityProvider,
): Promise<string> {
  const { realm } = exchange;
  const signing = await signers.signingKeys(realm);
  const encryption = (await keys.list(realm.name)).filter(
    ({ use, status, publicKey }) =>
      use === 'ENC' && status === 'ACTIVE' && publicKey?.asymmetricKeyType === 'rsa',
  );
  const id = createMessageId();
  const role = writeElement(
    'md:SPSSODescriptor',
    {
      AuthnRequestsSigned: String(isOn(provider, 'wantAuthnRequestsSigned')),
      WantAssertionsSigned: String(isOn(provider, 'wantAssertionsSigned')),
      protocolSupportEnumeration: NAMESPACES.protocol,
    },
    [
      ...signing.map((key) => renderKey('signing', key)),
      ...encryption.map((key) => renderKey('encryption', key)),
      ...renderServices(exchange, provider),
      renderAttributeService(exchange, provider),
    ].join(''),
  );
  const entity = writeElement('md:EntityDescriptor', {
    'xmlns:md': NAMESPACES.metadata,
    ID: id,
    entityID: ownEntityId(exchange, provider),
  });
  const head = entity.slice(0, -END.length);
  const rest = role + END;
  if (!isOn(provider, 'signSpMetadata')) return head + rest;
  const signer = await signers.signerBy(realm, signatureSettingsOf(provider));
  const rendered = { head, rest: { wire: rest, canonical: rest } };
  return (await signRendered(signer, id, rendered, { md: NAMESPACES.metadata })).wire;
}

function renderKey(use: 'signing' | 'encryption', { kid, certificate }: RealmKey): string {
  const x509 =
    certificate === undefined
      ? ''
      : writeElement('ds:X509Data', {}, writeTextElement('ds:X509Certificate', {}, certificate));
  const info = writeTextElement('ds:KeyName', {}, kid) + x509;
  return writeElement(
    'md:KeyDescriptor',
    { use },
    writeElement('ds:KeyInfo', { 'xmlns:ds': NAMESPACES.signature }, info),
  );
}

/** Compat: the binding of requests comes first, and the artifact binding last. */
function renderServices(
  exchange: Pick<RealmExchange, 'baseUrl' | 'realm'>,
  provider: IdentityProvider,
): readonly string[] {
  const location = brokerEndpointUrl(exchange, provider);
  const first = isOn(provider, 'postBindingResponse') ? BINDING_URNS.post : BINDING_URNS.redirect;
  const second = first === BINDING_URNS.post ? BINDING_URNS.redirect : BINDING_URNS.post;
  const logout = isOn(provider, 'postBindingLogout') ? BINDING_URNS.post : BINDING_URNS.redirect;
  const consumer = (binding: string, index: number): string =>
    writeElement('md:AssertionConsumerService', {
      Binding: binding,
      Location: location,
      index: String(index),
      ...(index === 1 ? { isDefault: 'true' } : {}),
    });
  return [
    writeElement('md:SingleLogoutService', { Binding: logout, Location: location }),
    writeTextElement(
      'md:NameIDFormat',
      {},
      provider.config['nameIDPolicyFormat'] ?? NAME_ID_FORMATS.persistent,
    ),
    consumer(first, 1),
    consumer(second, 2),
    consumer(BINDING_URNS.artifact, 3),
  ];
}

/** The attributes that mappers read, if `attributeConsumingServiceName` is set. SAML Metadata §2.4.4.1. */
function renderAttributeService({ realm }: Pick<RealmExchange, 'realm'>, provider: IdentityProvider): string {
  const { attributeConsumingServiceName: name, attributeConsumingServiceIndex: index = '1' } =
    provider.config;
  const requested = listProviderMappers(realm, provider).flatMap(({ config }) => {
    const { 'attribute.name': attribute, 'attribute.friendly.name': friendlyName } = config;
    if (attribute === undefined) return [];
    return [
      writeElement('md:RequestedAttribute', {
        FriendlyName: friendlyName,
        Name: attribute,
        NameFormat: config['attribute.name.format'] ?? ATTRIBUTE_NAME_FORMATS.basic,
      }),
    ];
  });
  if (name === undefined || requested.length === 0) return '';
  return writeElement(
    'md:AttributeConsumingService',
    { index },
    writeTextElement('md:ServiceName', { 'xml:lang': realm.stored.defaultLocale || 'en' }, name) +
      requested.join(''),
  );
}

/** The document as a reply; clients must see new keys at once. */
export function descriptorReply(xml: string): Reply {
  const headers = { 'content-type': 'application/xml;charset=UTF-8', 'cache-control': 'no-cache' };
  return { status: 200, headers, body: xml };
}
