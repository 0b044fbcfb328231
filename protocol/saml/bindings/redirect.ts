// The HTTP Redirect binding: compressed messages in the query, with a detached signature.
import { signText, XML_SIGNATURES, type XmlSigner } from '#protocol/crypto/xml-signature.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { redirectReply } from '#protocol/http/replies.ts';
import type { SamlSigners } from '../signer.ts';
import type {
  MessageParameter,
  OutgoingMessage,
  QuerySignature,
  ReceivedMessage,
  SamlBinding,
} from './binding.ts';
import { checkParametersOnce, readDocument } from './decode-message.ts';
import { deflateMessage, inflateMessage } from './inflate.ts';

/** The only defined encoding. SAML Bindings §3.4.4.1. */
const DEFLATE_ENCODING = 'urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE';

/** SAML Bindings §3.4. */
export function createRedirectBinding(deps: { readonly signers: SamlSigners }): SamlBinding {
  return {
    name: 'redirect',
    receive,
    send: (exchange, message) => send(deps.signers, exchange, message),
  };
}

async function receive(exchange: RealmExchange): Promise<ReceivedMessage | undefined> {
  const { method, query, rawQuery } = exchange;
  const parameter = query.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse';
  const value = query.get(parameter);
  if (method !== 'GET' || value === undefined) return undefined;
  checkParametersOnce(query);
  checkEncoding(query.get('SAMLEncoding'));
  const { text, root } = readDocument(exchange, inflateMessage(value), parameter);
  return {
    binding: 'redirect',
    parameter,
    text,
    root,
    relayState: query.get('RelayState'),
    querySignature: readSignature(exchange, rawQuery, parameter),
  };
}

function checkEncoding(encoding: string | undefined): void {
  if (encoding === undefined || encoding === DEFLATE_ENCODING) return;
  throw new SamlStatusError('invalid_token', {
    reason: 'SAMLEncoding names an unknown encoding.',
    remedy: `Leave SAMLEncoding out, or send ${DEFLATE_ENCODING}.`,
    section: 'SAML Bindings §3.4.4',
  });
}

/** The signed text is built from the raw parameters, because encoders differ. SAML Bindings §3.4.4.1. */
function readSignature(
  { query }: RealmExchange,
  rawQuery: string,
  parameter: MessageParameter,
): QuerySignature | undefined {
  const algorithm = query.get('SigAlg');
  const signature = query.get('Signature');
  if (algorithm === undefined && signature === undefined) return undefined;
  const sent = rawQuery.split('&');
  const names = [parameter, 'RelayState', 'SigAlg'].filter((name) => query.has(name));
  const signed = names.map((name) => sent.find((pair) => pair.startsWith(`${name}=`)) ?? '');
  return {
    signedText: signed.join('&'),
    respelledText: names.map((name) => `${name}=${encodeURIComponent(query.get(name) ?? '')}`).join('&'),
    algorithm: algorithm ?? '',
    signature: signature ?? '',
  };
}

async function send(signers: SamlSigners, exchange: RealmExchange, message: OutgoingMessage): Promise<Reply> {
  const { parameter, destination, relayState, signed, provider } = message;
  const xml = await message.render('query');
  const signer = signed ? await signers.signerFor(exchange.realm, provider) : undefined;
  return redirectMessage(exchange, { parameter, destination, relayState, xml, signer });
}

/** A message for the query; `signer` undefined: it is not signed. */
export interface RedirectedMessage {
  readonly parameter: MessageParameter;
  /** Absolute URL; parameters of its own stay. */
  readonly destination: string;
  readonly relayState: string | undefined;
  readonly xml: string;
  readonly signer: XmlSigner | undefined;
}

/** The redirect that carries a message, recorded in Activity. SAML Bindings §3.4.4.1. */
export async function redirectMessage(exchange: RealmExchange, message: RedirectedMessage): Promise<Reply> {
  const { parameter, destination, relayState, xml, signer } = message;
  exchange.activity.document('response', parameter, xml);
  const parameters = [`${parameter}=${encodeURIComponent(deflateMessage(xml))}`];
  if (relayState !== undefined) parameters.push(`RelayState=${encodeURIComponent(relayState)}`);
  if (signer !== undefined) {
    parameters.push(`SigAlg=${encodeURIComponent(XML_SIGNATURES[signer.algorithm].method)}`);
    const signature = await signText(signer, parameters.join('&'));
    parameters.push(`Signature=${encodeURIComponent(signature)}`);
  }
  // Compat: never cached, so that Back does not submit an assertion twice.
  return redirectReply(appendQuery(destination, parameters.join('&')), {
    'cache-control': 'no-cache, no-store',
  });
}

/** Adds parameters to a URL, after its query and before its fragment. */
export function appendQuery(url: string, query: string): string {
  const hash = url.indexOf('#');
  const [base, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const separator = !base.includes('?') ? '?' : base.endsWith('?') || base.endsWith('&') ? '' : '&';
  return `${base}${separator}${query}${fragment}`;
}
