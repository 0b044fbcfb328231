// The SOAP binding: messages in an envelope, answered over the same connection.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { NO_STORE } from '#protocol/http/replies.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import {
  parseEnvelope,
  renderEnvelope,
  renderFault,
  SOAP_MEDIA_TYPE,
  type SoapFault,
} from '../messages/soap.ts';
import type { OutgoingMessage, ReceivedMessage, SamlBinding } from './binding.ts';

/** Title of the document in Activity. */
const DOCUMENT = 'SOAP envelope';

/** SAML Bindings §3.2. */
export const soapBinding: SamlBinding = { name: 'soap', receive, send };

/** Whether a request contains XML; errors are then answered with a fault, not a page. */
export function isSoapRequest({ method, headers }: Pick<RealmExchange, 'method' | 'headers'>): boolean {
  const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  return method === 'POST' && (mediaType === 'text/xml' || mediaType === 'application/soap+xml');
}

async function receive(exchange: RealmExchange): Promise<ReceivedMessage | undefined> {
  if (!isSoapRequest(exchange)) return undefined;
  exchange.activity.parties('application', 'understudy');
  exchange.activity.document('request', DOCUMENT, exchange.text);
  const root = parseEnvelope(exchange.text);
  return {
    binding: 'soap',
    parameter: root.localName.endsWith('Response') ? 'SAMLResponse' : 'SAMLRequest',
    // Detached, as it was signed: exclusive canonicalization ignores the envelope.
    text: writeCanonical(root),
    root,
    relayState: undefined,
    querySignature: undefined,
  };
}

async function send(exchange: RealmExchange, message: OutgoingMessage): Promise<Reply> {
  return replyWithEnvelope(exchange, { body: await message.render('embedded') });
}

/** Replies with an envelope; header and body are XML. */
export function replyWithEnvelope(
  exchange: RealmExchange,
  envelope: { readonly header?: string; readonly body: string },
): Reply {
  return reply(exchange, 200, renderEnvelope(envelope));
}

/** Replies with a fault. SAML Bindings §3.2.3.3. */
export function replyWithFault(exchange: RealmExchange, fault: SoapFault): Reply {
  // SOAP requires status 500, but the server did not fail.
  exchange.activity.outcome('refused');
  return reply(exchange, 500, renderFault(fault));
}

function reply(exchange: RealmExchange, status: number, xml: string): Reply {
  exchange.activity.document('response', DOCUMENT, xml);
  return { status, headers: { ...NO_STORE, 'content-type': SOAP_MEDIA_TYPE }, body: xml };
}
