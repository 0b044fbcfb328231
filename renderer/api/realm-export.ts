// Exports of the selected realm, and what Keycloak reads differently from one.
import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { ExportFindingWire } from '#protocol/contract/admin-api.ts';
import { useApi, useRealm } from './api-context.tsx';

/** Who an export is for. */
export type ExportFor = 'keycloak' | 'understudy';

function exportPath(realm: string): string {
  return `/emulator/v1/realms/${encodeURIComponent(realm)}/export`;
}

/** Loads an export as text. */
export function useRealmExport(): UseMutationResult<string, Error, ExportFor> {
  const api = useApi();
  const [realm] = useRealm();
  return useMutation({
    mutationFn: async (target) => (await api.load(`${exportPath(realm)}?for=${target}`)).text(),
  });
}

/** The report of the realm as it is now; loaded again on every visit, because any change can change it. */
export function useExportReport(): UseQueryResult<readonly ExportFindingWire[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['export-report', realm],
    queryFn: ({ signal }) => api.get<readonly ExportFindingWire[]>(`${exportPath(realm)}-report`, signal),
    staleTime: 0,
  });
}
