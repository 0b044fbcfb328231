// Descriptions of clients in, files that set applications up out.
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { InstallationId } from '#protocol/contract/installations.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { useApi, useRealm } from './api-context.tsx';
import { clientsPath, type StoredClient } from './clients.ts';
import { realmPath } from './realm.ts';

/** A text, and the clientId that it is for where it may describe several clients. */
export interface Description {
  readonly text: string;
  readonly clientId?: string;
}

/** Reads a description (SAML metadata, registration metadata) and gives the client that it describes; nothing is created. */
export function useReadDescription(): UseMutationResult<ClientRepresentation, Error, Description> {
  const api = useApi();
  const [realm] = useRealm();
  return useMutation({
    mutationFn: ({ text, clientId }) => {
      const query = clientId === undefined ? '' : `?${new URLSearchParams({ clientId })}`;
      const path = `${realmPath(realm)}/client-description-converter${query}`;
      return api.sendText<ClientRepresentation>(path, text);
    },
  });
}

function installationPath(realm: string, client: StoredClient, id: InstallationId): string {
  return `${clientsPath(realm)}/${encodeURIComponent(client.id)}/installation/providers/${id}`;
}

/** The text of a file for a client, as its settings are now. */
export function useInstallationText(client: StoredClient, id: InstallationId): UseQueryResult<string> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['clients', realm, client.id, 'installation', id],
    queryFn: async ({ signal }) => (await api.load(installationPath(realm, client, id), signal)).text(),
  });
}

/** Fetches a file for a client. */
export function useLoadInstallation(client: StoredClient): UseMutationResult<Blob, Error, InstallationId> {
  const api = useApi();
  const [realm] = useRealm();
  return useMutation({ mutationFn: (id) => api.load(installationPath(realm, client, id)) });
}
