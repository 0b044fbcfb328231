// The metadata of the identity provider: its endpoints, bindings and signing keys.
import type { RealmKey } from '#protocol/crypto/key-components.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import { remember } from '#protocol/realm/view/remember.ts';
import { escapeAttribute, escapeText } from '#protocol/xml/write-xml.ts';
import type { BindingName } from './bindings/binding.ts';
import { endpointUrl } from './check-message.ts';
import type { SamlSigners } from './signer.ts';
import { BINDING_URNS, NAME_ID_FORMATS, NAMESPACES } from './xml-names.ts';

/** A server has few host names; more are forged. */
const ADDRESSES_PER_REALM = 32;

/** Compat: endpoints in Keycloak's order. */
const SIGN_OUT_ORDER: readonly BindingName[] = ['post', 'redirect', 'artifact', 'soap'];
const SIGN_IN_ORDER: readonly BindingName[] = ['post', 'redirect', 'soap', 'artifact'];

// Clients must see a new key at once.
const HEADERS = {
  'content-type': 'application/xml;charset=UTF-8',
  'cache-control': 'no-cache',
};

/** Handles `…/protocol/saml/descriptor`, cached per realm and base URL. SAML Metadata §2.4.3. */
export function createDescriptor(signers: SamlSigners): (exchange: RealmExchange) => Promise<Reply> {
  const ready = new WeakMap<Realm, Map<string, Reply>>();
  return async (exchange) => {
    const { realm, baseUrl, activity } = exchange;
    activity.parties('application', 'understudy');
    const known = remember(ready, realm, () => new Map<string, Reply>());
    const reply = known.get(baseUrl) ?? {
      status: 200,
      headers: HEADERS,
      body: Buffer.from(await renderDescriptor(exchange, signers)),
    };
    if (known.size < ADDRESSES_PER_REALM) known.set(baseUrl, reply);
    return reply;
  };
}

/** The metadata document. SAML Metadata §2.3.2, §2.4.3. */
export async function renderDescriptor(
  exchange: Pick<RealmExchange, 'baseUrl' | 'realm'>,
  signers: SamlSigners,
): Promise<string> {
  const endpoint = endpointUrl(exchange);
  const keys = await signers.signingKeys(exchange.realm);
  const services = (element: string, order: readonly BindingName[]): string =>
    order.map((name) => renderService(element, name, endpoint)).join('');
  const resolution = renderService('ArtifactResolutionService', 'soap', `${endpoint}/resolve`, ' index="0"');
  const formats = ['persistent', 'transient', 'unspecified', 'email'] as const;
  const { metadata, assertion, signature, protocol } = NAMESPACES;
  return (
    `<md:EntityDescriptor xmlns="${metadata}" xmlns:md="${metadata}" xmlns:saml="${assertion}" xmlns:ds="${signature}" entityID="${escapeAttribute(issuerOf(exchange))}">` +
    `<md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="${protocol}">` +
    keys.map(renderKey).join('') +
    resolution +
    services('SingleLogoutService', SIGN_OUT_ORDER) +
    formats.map((format) => `<md:NameIDFormat>${NAME_ID_FORMATS[format]}</md:NameIDFormat>`).join('') +
    services('SingleSignOnService', SIGN_IN_ORDER) +
    '</md:IDPSSODescriptor></md:EntityDescriptor>'
  );
}

function renderService(element: string, binding: BindingName, location: string, more = ''): string {
  return `<md:${element} Binding="${BINDING_URNS[binding]}" Location="${escapeAttribute(location)}"${more}/>`;
}

function renderKey({ kid, certificate }: RealmKey): string {
  const x509 =
    certificate === undefined
      ? ''
      : `<ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data>`;
  return `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>${escapeText(kid)}</ds:KeyName>${x509}</ds:KeyInfo></md:KeyDescriptor>`;
}
