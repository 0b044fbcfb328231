// The binding HTTP-POST: messages in a form that the browser sends by itself, signed inside the XML.
import { createHash } from 'node:crypto';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html, raw } from '#protocol/http/html.ts';
import { htmlReply } from '#protocol/http/replies.ts';
import { BINDING_URNS } from '../xml-names.ts';
import type { MessageParameter, OutgoingMessage, ReceivedMessage, SamlBinding } from './binding.ts';
import { checkParametersOnce, readDocument } from './decode-message.ts';
import { decodeMessage } from './inflate.ts';

const SUBMIT_SCRIPT = 'document.forms[0].submit();';
const SCRIPT_HASH: string = `'sha256-${createHash('sha256').update(SUBMIT_SCRIPT).digest('base64')}'`;

/** Makes the binding. SAML Bindings §3.5. */
export function createPostBinding(): SamlBinding {
  return { name: 'post', urn: BINDING_URNS.post, section: 'SAML Bindings §3.5', receive, send };
}

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
  return renderForm(destination, [
    [parameter, Buffer.from(xml).toString('base64')],
    ...(relayState === undefined ? [] : [['RelayState', relayState] as const]),
  ]);
}

/** A parameter of the binding, or the artifact that stands for a message. */
type FormField = readonly [name: MessageParameter | 'SAMLart' | 'RelayState', value: string];

/** The page whose form goes to a service provider by itself; without scripts the person presses its button. SAML Bindings §3.5.4. */
export function renderForm(destination: string, fields: readonly FormField[]): Reply {
  const inputs = fields.map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">
`,
  );
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Authentication Redirect</title>
</head>
<body>
<form name="saml-post-binding" method="post" action="${destination}">
${inputs}<noscript><p>Scripts are off in this browser. Press the button to go on.</p>
<button name="continue" type="submit">Continue</button></noscript>
</form>
${raw(`<script>${SUBMIT_SCRIPT}</script>`)}
</body>
</html>
`;
  return htmlReply(200, page, { scriptSources: [SCRIPT_HASH] });
}
