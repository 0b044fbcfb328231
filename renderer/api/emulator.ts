// Server information, sample applications, and discovery of the selected realm.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type {
  RealmOverviewWire,
  SampleApplicationWire,
  ServerInfoWire,
} from '#protocol/contract/admin-api.ts';
import { useApi, useRealm } from './api-context.tsx';

/** A discovery document. OIDC Discovery §3. */
export type DiscoveryWire = { readonly [member: string]: unknown };

/** Server information. Polled, because realms and clocks may change. */
export function useServer(): UseQueryResult<ServerInfoWire> {
  const api = useApi();
  return useQuery({
    queryKey: ['server'],
    queryFn: ({ signal }) => api.get<ServerInfoWire>('/emulator/v1/server', signal),
    refetchInterval: 10_000,
  });
}

/** Overview of the selected realm; undefined while loading or if the realm no longer exists. */
export function useRealmOverview(): RealmOverviewWire | undefined {
  const [realm] = useRealm();
  return useServer().data?.realms.find((candidate) => candidate.realm === realm);
}

/** The selected realm's time in milliseconds. Read when rendered. */
export function useRealmTime(): number {
  const overview = useRealmOverview();
  if (overview?.clockFrozenAt !== undefined) return Date.parse(overview.clockFrozenAt);
  return Date.now() + (overview?.clockOffsetMs ?? 0);
}

export function useDiscovery(): UseQueryResult<DiscoveryWire> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['discovery', realm],
    queryFn: ({ signal }) =>
      api.get<DiscoveryWire>(`/realms/${encodeURIComponent(realm)}/.well-known/openid-configuration`, signal),
  });
}

function applicationsPath(realm: string): string {
  return `/emulator/v1/realms/${encodeURIComponent(realm)}/applications`;
}

/** The bundled sample applications of the selected realm. Polled more often while one is starting. */
export function useApplications(): UseQueryResult<readonly SampleApplicationWire[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['applications', realm],
    queryFn: ({ signal }) => api.get<readonly SampleApplicationWire[]>(applicationsPath(realm), signal),
    refetchInterval: ({ state }) =>
      state.data?.some((row) => row.state === 'starting') === true ? 400 : 10_000,
  });
}

export function useSwitchApplication(): UseMutationResult<void, Error, { id: string; on: boolean }> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, on }) =>
      api.send(on ? 'POST' : 'DELETE', `${applicationsPath(realm)}/${encodeURIComponent(id)}`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['applications', realm] }),
  });
}
