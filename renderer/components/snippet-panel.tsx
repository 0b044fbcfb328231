// Configuration snippets for a client, one tab per framework.
import type { ReactNode } from 'react';
import type { StoredClient } from '../api/clients.ts';
import { useRealmOverview, useServer } from '../api/emulator.ts';
import { SnippetTabs } from './snippet-tabs.tsx';
import { SNIPPETS, type SnippetValues } from './snippets.ts';

function likelyRedirectUri(client: StoredClient): string {
  const registered = client.redirectUris?.find((uri) => !uri.includes('*') && uri !== '+');
  if (registered !== undefined) {
    return registered.startsWith('/') ? `${client.rootUrl ?? ''}${registered}` : registered;
  }
  const prefix = client.redirectUris?.find((uri) => uri.endsWith('/*') && uri.startsWith('http'));
  return prefix === undefined ? 'http://localhost:3000/callback' : prefix.replace(/\*$/, 'callback');
}

/** Snippets with the values of the realm and the client. */
export function SnippetPanel({ client }: { readonly client: StoredClient }): ReactNode {
  const server = useServer().data;
  const overview = useRealmOverview();
  if (server === undefined || overview === undefined) return undefined;
  const values: SnippetValues = {
    baseUrl: server.baseUrl,
    realm: overview.realm,
    issuer: overview.issuer,
    clientId: client.clientId,
    secret: client.publicClient === true ? undefined : client.secret,
    redirectUri: likelyRedirectUri(client),
  };
  return <SnippetTabs snippets={SNIPPETS} values={values} />;
}
