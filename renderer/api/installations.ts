// Imported client descriptions, and installation files for applications.
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { InstallationId } from '#protocol/contract/installations.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { useApi, useRealm } from './api-context.tsx';
import { clientsPath, type StoredClient } from './clients.ts';
import { realmPath } from './realm.ts';

/** A client description, and which client to read if it describes several. */
export interface Description {
  readonly text: string;
  readonly clientId?: string;
}

/** Converts SAML metadata or registration metadata to a client, without creating it. */
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

/** The text of an installation file, from the saved settings. */
export function useInstallationText(client: StoredClient, id: InstallationId): UseQueryResult<string> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['clients', realm, client.id, 'installation', id],
    queryFn: async ({ signal }) => (await api.load(installationPath(realm, client, id), signal)).text(),
  });
}

export function useLoadInstallation(client: StoredClient): UseMutationResult<Blob, Error, InstallationId> {
  const api = useApi();
  const [realm] = useRealm();
  return useMutation({ mutationFn: (id) => api.load(installationPath(realm, client, id)) });
}
