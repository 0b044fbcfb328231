// A small client of the enhanced client profile (SAML Profiles §4.2), which delivers the messages and sends
// the password to the identity provider.
import { DOMParser, XMLSerializer } from '@xmldom/xmldom';
import { PlainBrowser } from './sign-in.ts';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const ECP = 'urn:oasis:names:tc:SAML:2.0:profiles:SSO:ecp';
const PAOS = 'urn:liberty:paos:2003-08';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const PAOS_TYPE = 'application/vnd.paos+xml';

function parse(xml: string): Document {
  return new DOMParser().parseFromString(xml, 'text/xml');
}

function only(document: Document, namespace: string, name: string): Element {
  const found = document.getElementsByTagNameNS(namespace, name)[0];
  if (found === undefined)
    throw new Error(`no ${name} in ${new XMLSerializer().serializeToString(document)}`);
  return found;
}

/** The envelope with its headers replaced. */
function replaceHeader(envelope: Document, ...headers: readonly Element[]): string {
  const header = only(envelope, SOAP, 'Header');
  while (header.firstChild !== null) header.removeChild(header.firstChild);
  for (const each of headers) header.appendChild(envelope.importNode(each, true));
  if (headers.length === 0) header.parentNode?.removeChild(header);
  return new XMLSerializer().serializeToString(envelope);
}

/** The identity provider's response to `envelope`. @throws {Error} with its status or fault. */
async function askIdentityProvider(
  envelope: string,
  serverUrl: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<Document> {
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const answer = await fetch(`${serverUrl}/realms/demo/protocol/saml`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', authorization: `Basic ${credentials}` },
    body: envelope,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  const document = parse(text);
  const status = only(document, PROTOCOL, 'StatusCode').getAttribute('Value') ?? '';
  if (!status.endsWith(':Success')) throw new Error(`refused with ${status}`);
  return document;
}

/** Signs in to a service provider's page and returns it. @throws {Error} with the refusal and its source. */
export async function signInWithEnhancedClient(
  url: string,
  serverUrl: string,
  credentials: { readonly username: string; readonly password: string },
): Promise<string> {
  const browser = new PlainBrowser();
  const asked = await browser.request(url, {
    headers: { accept: `text/html, ${PAOS_TYPE}`, paos: `ver="${PAOS}"; "${ECP}"` },
  });
  const request = parse(await asked.text());
  const consumer = only(request, PAOS, 'Request').getAttribute('responseConsumerURL');
  const relayState = only(request, ECP, 'RelayState');
  const response = await askIdentityProvider(replaceHeader(request), serverUrl, credentials);
  const meant = only(response, ECP, 'Response').getAttribute('AssertionConsumerServiceURL');
  if (meant !== consumer)
    throw new Error(`the answer was meant for ${meant}, the request came from ${consumer}`);
  const handedIn = await browser.request(String(consumer), {
    method: 'POST',
    headers: { 'content-type': PAOS_TYPE },
    body: replaceHeader(response, relayState),
  });
  const location = handedIn.headers.get('location');
  if (location === null)
    throw new Error(`the service provider answered ${handedIn.status}: ${await handedIn.text()}`);
  return (await browser.request(location)).text();
}
