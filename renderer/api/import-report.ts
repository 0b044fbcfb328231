// Settings of the selected realm that have no effect.
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ImportReportWire } from '#protocol/contract/import-report.ts';
import { useApi, useRealm } from './api-context.tsx';

/** The report of the realm as it is now; loaded again on every visit, because any change can change it. */
export function useImportReport(): UseQueryResult<ImportReportWire> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['import-report', realm],
    queryFn: ({ signal }) =>
      api.get<ImportReportWire>(`/emulator/v1/realms/${encodeURIComponent(realm)}/import-report`, signal),
    staleTime: 0,
  });
}
