// SAML helpers: service provider keys, clients in the admin API, and the form of a posted message.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import { administratorToken } from './administrator.ts';
import { callAdmin, ROOT } from './server.ts';

/** A private key (PKCS#8) and its certificate, both PEM. */
export interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

interface DemoFile {
  readonly clients: readonly { readonly clientId: string; readonly attributes?: Record<string, string> }[];
}

const demo = JSON.parse(readFileSync(join(ROOT, 'fixtures/realms/demo.json'), 'utf8')) as DemoFile;
const attributes = demo.clients.find(({ clientId }) => clientId === 'demo-saml')?.attributes ?? {};

function toPem(label: string, attribute: string): string {
  const lines = attributes[attribute]?.match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

function keyPair(use: 'signing' | 'encryption'): KeyPair {
  return {
    key: toPem('PRIVATE KEY', `saml.${use}.private.key`),
    certificate: toPem('CERTIFICATE', `saml.${use}.certificate`),
  };
}

/** The demo realm's sample keys, used by every service provider in the tests. */
export function sampleKeys(): { readonly signing: KeyPair; readonly encryption: KeyPair } {
  return { signing: keyPair('signing'), encryption: keyPair('encryption') };
}

/** A certificate as base64, as in client attributes. */
export function certificateText(use: 'signing' | 'encryption'): string {
  return attributes[`saml.${use}.certificate`] ?? '';
}

/** The identity provider's metadata. */
export async function readDescriptor(url: string): Promise<string> {
  const answer = await fetch(`${url}/realms/demo/protocol/saml/descriptor`);
  if (!answer.ok) throw new Error(`no descriptor: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

/** The identity provider's signing certificate, PEM. */
export async function readCertificate(url: string): Promise<string> {
  const document = new DOMParser().parseFromString(await readDescriptor(url), 'text/xml');
  const base64 = document.getElementsByTagNameNS('*', 'X509Certificate')[0]?.textContent ?? '';
  return new X509Certificate(Buffer.from(base64, 'base64')).toString();
}

/** The part of the admin API's client that the tests write. */
export interface SamlClient {
  readonly clientId: string;
  readonly redirectUris?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/** Creates a SAML client in the demo realm and returns its internal ID. */
export async function createSamlClient(url: string, client: SamlClient): Promise<string> {
  const answer = await callAdmin(url, 'POST', '/admin/realms/demo/clients', {
    protocol: 'saml',
    enabled: true,
    ...client,
  });
  if (answer.status !== 201) throw new Error(`no client: ${answer.status} ${await answer.text()}`);
  return answer.headers.get('location')?.split('/').at(-1) ?? '';
}

/** A client of the demo realm by entity ID. */
export async function findSamlClient(url: string, clientId: string): Promise<SamlClient & { id: string }> {
  const path = `/admin/realms/demo/clients?${new URLSearchParams({ clientId })}`;
  const [client] = (await (await callAdmin(url, 'GET', path)).json()) as (SamlClient & { id: string })[];
  if (client === undefined) throw new Error(`no client ${clientId} in the demo realm`);
  return client;
}

async function changeClient(
  url: string,
  id: string,
  change: (client: SamlClient) => SamlClient,
): Promise<void> {
  const path = `/admin/realms/demo/clients/${id}`;
  const client = (await (await callAdmin(url, 'GET', path)).json()) as SamlClient;
  const answer = await callAdmin(url, 'PUT', path, change(client));
  if (answer.status !== 204) throw new Error(`client not changed: ${answer.status} ${await answer.text()}`);
}

/** Sets attributes of a client; an empty string removes one. */
export function setSamlAttributes(
  url: string,
  id: string,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  return changeClient(url, id, (client) => ({
    ...client,
    attributes: { ...client.attributes, ...changes },
  }));
}

/** Sets whether the browser visits the service provider at sign-out or the server calls it. */
export function setFrontChannel(url: string, id: string, frontchannelLogout: boolean): Promise<void> {
  return changeClient(url, id, (client) => ({ ...client, frontchannelLogout }));
}

/** The client described by a service provider's metadata. @throws {Error} with the admin API's refusal. */
export async function describeClient(url: string, metadata: string): Promise<SamlClient> {
  const answer = await fetch(`${url}/admin/realms/demo/client-description-converter`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await administratorToken(url)}`, 'content-type': 'application/xml' },
    body: metadata,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as SamlClient;
}
