// Renders the AuthnRequest to a SAML provider.

import { toIsoText } from '#protocol/clock.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { BrokeredTab } from '#protocol/login/brokering/brokering-tabs.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { brokerEndpointUrl } from '#protocol/realm/view/provider-endpoints.ts';
import type { RenderedMessage } from '#protocol/saml/messages/assertion.ts';
import { BINDING_URNS, NAMESPACES, SAML_VERSION } from '#protocol/saml/xml-names.ts';
import { writeElement, writeTextElement } from '#protocol/xml/write-xml.ts';
import { isOn, ownEntityId } from './settings.ts';

const END = '</samlp:AuthnRequest>';
const SAML = { 'xmlns:saml': NAMESPACES.assertion };

export interface AuthnRequestToSend {
  readonly id: string;
  /** Absolute URL. */
  readonly destination: string;
  /** Canonical content of `samlp:Extensions`. */
  readonly extensions: string | undefined;
}

/** Canonical; the signature goes between the parts. SAML Core §3.4.1. */
export function renderAuthnRequest(
  exchange: RealmExchange,
  { request }: Pick<BrokeredTab, 'request'>,
  provider: IdentityProvider,
  { id, destination, extensions }: AuthnRequestToSend,
): RenderedMessage {
  const { config } = provider;
  const tag = writeElement('samlp:AuthnRequest', {
    'xmlns:samlp': NAMESPACES.protocol,
    ID: id,
    Version: SAML_VERSION,
    IssueInstant: toIsoText(exchange.clock.now()),
    Destination: destination,
    AssertionConsumerServiceURL: brokerEndpointUrl(exchange, provider),
    ProtocolBinding: BINDING_URNS[bindingOfAnswer(provider)],
    ForceAuthn: isOn(provider, 'forceAuthn') || request.forceLogin ? 'true' : 'false',
    IsPassive: 'false',
    AttributeConsumingServiceIndex: config['attributeConsumingServiceIndex'],
  });
  const rest =
    (extensions === undefined ? '' : writeElement('samlp:Extensions', {}, extensions)) +
    renderSubject(provider, request.loginHint) +
    renderNameIdPolicy(provider) +
    renderContext(provider) +
    END;
  const issuer = writeTextElement('saml:Issuer', SAML, ownEntityId(exchange, provider));
  return { head: tag.slice(0, -END.length) + issuer, rest: { wire: rest, canonical: rest } };
}

function bindingOfAnswer(provider: IdentityProvider): 'artifact' | 'post' | 'redirect' {
  if (isOn(provider, 'artifactBindingResponse')) return 'artifact';
  return isOn(provider, 'postBindingResponse') ? 'post' : 'redirect';
}

/** The application's `login_hint`, if the settings pass it on. SAML Core §3.4.1. */
function renderSubject(provider: IdentityProvider, hint: string | undefined): string {
  if (!isOn(provider, 'loginHint') || hint === undefined || hint === '') return '';
  const format = { Format: provider.config['nameIDPolicyFormat'] };
  return writeElement('saml:Subject', SAML, writeTextElement('saml:NameID', format, hint));
}

/** Compat: the provider may create a name, unless `allowCreate` is off. SAML Core §3.4.1.1. */
function renderNameIdPolicy({ config }: IdentityProvider): string {
  return writeElement('samlp:NameIDPolicy', {
    AllowCreate: config['allowCreate'] === 'false' ? undefined : 'true',
    Format: config['nameIDPolicyFormat'],
  });
}

/** SAML Core §3.3.2.2.1. */
function renderContext({ config }: IdentityProvider): string {
  const classes = readList(config['authnContextClassRefs']);
  const declarations = readList(config['authnContextDeclRefs']);
  if (classes.length + declarations.length === 0) return '';
  const content = [
    ...classes.map((each) => writeTextElement('saml:AuthnContextClassRef', SAML, each)),
    ...declarations.map((each) => writeTextElement('saml:AuthnContextDeclRef', SAML, each)),
  ];
  const comparison = { Comparison: config['authnContextComparisonType'] ?? 'exact' };
  return writeElement('samlp:RequestedAuthnContext', comparison, content.join(''));
}

/** A JSON array of texts, as Keycloak's console writes it; anything else is one text. */
function readList(text = ''): readonly string[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value.filter((each) => typeof each === 'string' && each !== '');
  } catch {
    // Not JSON.
  }
  return text.trim() === '' ? [] : [text.trim()];
}
