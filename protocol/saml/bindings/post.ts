// The HTTP POST binding: messages in a form that submits itself, signed inside the XML.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { renderPostingPage } from '#protocol/http/posting-page.ts';
import { postingTexts } from '#protocol/login/texts/posting-texts.ts';
import type { MessageParameter, OutgoingMessage, ReceivedMessage, SamlBinding } from './binding.ts';
import { checkParametersOnce, readDocument } from './decode-message.ts';
import { decodeMessage } from './inflate.ts';

/** SAML Bindings §3.5. */
export const postBinding: SamlBinding = { name: 'post', receive, send };

async function receive(exchange: RealmExchange): Promise<ReceivedMessage | undefined> {
  const { method, form } = exchange;
  const parameter = form.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse';
  const value = form.get(parameter);
  if (method !== 'POST' || value === undefined) return undefined;
  checkParametersOnce(form);
  const { text, root } = readDocument(exchange, decodeMessage(value), parameter);
  const relayState = form.get('RelayState');
  return { binding: 'post', parameter, text, root, relayState, querySignature: undefined };
}

async function send(exchange: RealmExchange, message: OutgoingMessage): Promise<Reply> {
  const { parameter, destination, relayState } = message;
  const xml = await message.render('embedded');
  exchange.activity.document('response', parameter, xml);
  return renderForm(exchange, destination, [
    [parameter, Buffer.from(xml).toString('base64')],
    ...(relayState === undefined ? [] : [['RelayState', relayState] as const]),
  ]);
}

/** A message, a reference to one, or the relay state. */
type FormField = readonly [name: MessageParameter | 'SAMLart' | 'RelayState', value: string];

/** A page that posts fields to a service provider. SAML Bindings §3.5.4. */
export function renderForm(
  exchange: RealmExchange,
  destination: string,
  fields: readonly FormField[],
): Reply {
  return renderPostingPage({
    texts: postingTexts(exchange, 'saml.post-form.title'),
    formName: 'saml-post-binding',
    action: destination,
    fields,
  });
}
