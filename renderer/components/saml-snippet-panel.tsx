// Configuration snippets for a service provider, one tab per library.
import type { ReactNode } from 'react';
import type { StoredClient } from '../api/clients.ts';
import { useRealmOverview } from '../api/emulator.ts';
import { useSigningCertificate } from '../api/keys.ts';
import { samlAddresses } from './saml-addresses.ts';
import { SAML_SNIPPETS, type SamlSnippetValues } from './saml-snippets.ts';
import { SnippetTabs } from './snippet-tabs.tsx';

const FORMATS: Readonly<Record<string, string>> = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
};
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

function likelyConsumer({ attributes = {}, redirectUris = [] }: StoredClient): string {
  const named = attributes['saml_assertion_consumer_url_post'] ?? '';
  if (named !== '') return named;
  return redirectUris.find((uri) => !uri.includes('*')) ?? 'http://localhost:3000/saml/acs';
}

function valuesOf(client: StoredClient, issuer: string, certificate: string | undefined): SamlSnippetValues {
  const isOn = (name: string): boolean => client.attributes?.[name] === 'true';
  return {
    ...samlAddresses(issuer),
    issuer,
    entityId: client.clientId,
    consumerUrl: likelyConsumer(client),
    certificate,
    nameIdFormat: FORMATS[client.attributes?.['saml_name_id_format'] ?? ''] ?? UNSPECIFIED,
    signsRequests: isOn('saml.client.signature'),
    wantsSignedAssertions: isOn('saml.assertion.signature'),
    wantsSignedMessages: isOn('saml.server.signature'),
    wantsEncryption: isOn('saml.encrypt'),
  };
}

/** Snippets with the values of the realm and the client. */
export function SamlSnippetPanel({ client }: { readonly client: StoredClient }): ReactNode {
  const overview = useRealmOverview();
  const certificate = useSigningCertificate();
  if (overview === undefined) return undefined;
  const values = valuesOf(client, overview.issuer, certificate);
  return <SnippetTabs snippets={SAML_SNIPPETS} values={values} />;
}
