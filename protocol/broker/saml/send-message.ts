// Sends messages to SAML providers by the browser, signed as their settings require.
import type { XmlSigner } from '#protocol/crypto/xml-signature.ts';
import { withBrokeredFlow } from '#protocol/http/brokered-flow.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { Realm } from '#protocol/realm/view/realm.ts';
import type { MessageParameter } from '#protocol/saml/bindings/binding.ts';
import { renderForm } from '#protocol/saml/bindings/post.ts';
import { redirectMessage } from '#protocol/saml/bindings/redirect.ts';
import { renderKeyHint, signRendered } from '#protocol/saml/make-response.ts';
import type { RenderedMessage } from '#protocol/saml/messages/assertion.ts';
import type { SamlSigners } from '#protocol/saml/signer.ts';
import { NAMESPACES } from '#protocol/saml/xml-names.ts';
import { isOn, signatureSettingsOf } from './settings.ts';

export interface MessageToProvider {
  readonly provider: IdentityProvider;
  readonly parameter: MessageParameter;
  readonly binding: 'redirect' | 'post';
  readonly id: string;
  /** Absolute URL. */
  readonly destination: string;
  readonly relayState: string | undefined;
  /** `extensions`: canonical content of `samlp:Extensions`. */
  render(extensions: string | undefined): RenderedMessage;
}

type Signers = Pick<SamlSigners, 'signerBy' | 'signingKeys'>;

/** The realm's signer, if messages to the provider are signed (`wantAuthnRequestsSigned`). @throws {OAuthError} */
async function findSigner(
  signers: Signers,
  realm: Realm,
  provider: IdentityProvider,
): Promise<XmlSigner | undefined> {
  return isOn(provider, 'wantAuthnRequestsSigned')
    ? signers.signerBy(realm, signatureSettingsOf(provider))
    : undefined;
}

/** The XML of a message that is sent by POST. @throws {OAuthError} for settings by which it cannot be signed. */
export async function renderSigned(
  signers: Signers,
  realm: Realm,
  { provider, id, render }: Pick<MessageToProvider, 'provider' | 'id' | 'render'>,
): Promise<string> {
  const signer = await findSigner(signers, realm, provider);
  const rendered = render(undefined);
  if (signer === undefined) return rendered.head + rendered.rest.wire;
  return (await signRendered(signer, id, rendered, { samlp: NAMESPACES.protocol })).wire;
}

/** SAML Bindings §3.4, §3.5. @throws {OAuthError} as {@link renderSigned}. */
export async function sendToProvider(
  signers: Signers,
  exchange: RealmExchange,
  message: MessageToProvider,
): Promise<Reply> {
  const { provider, parameter, relayState } = message;
  // The message names the address of the settings.
  const destination = withBrokeredFlow(exchange, message.destination);
  if (message.binding === 'post') {
    const xml = await renderSigned(signers, exchange.realm, message);
    exchange.activity.document('response', parameter, xml);
    return renderForm(exchange, destination, [
      [parameter, Buffer.from(xml).toString('base64')],
      ...(relayState === undefined ? [] : [['RelayState', relayState] as const]),
    ]);
  }
  const signer = await findSigner(signers, exchange.realm, provider);
  // The redirect binding has no KeyInfo.
  const isHinted = signer !== undefined && isOn(provider, 'addExtensionsElementWithKeyInfo');
  const { head, rest } = message.render(isHinted ? await renderKeyHint(exchange, signers) : undefined);
  return redirectMessage(exchange, { parameter, destination, relayState, xml: head + rest.wire, signer });
}
