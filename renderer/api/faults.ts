// The faults of the selected realm: what it does wrong on purpose, with hit counts.
import { type UseMutationResult, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FaultRequestWire, FaultWire } from '#protocol/contract/faults.ts';
import { useActivity } from './activity.ts';
import { useApi, useRealm } from './api-context.tsx';
import { useRealmChange } from './use-realm-change.ts';

/** Requests that only match are not in Activity as hits, and tests arm faults as well. */
const REFRESH_ARMED_MS = 2000;
const REFRESH_MS = 5000;

function faultsPath(realm: string): string {
  return `/emulator/v1/realms/${encodeURIComponent(realm)}/faults`;
}

function faultsKey(realm: string): readonly unknown[] {
  return ['faults', realm];
}

const FAULTS = { path: faultsPath, key: faultsKey };

/** Faults in the order they were armed, used ones included. */
export function useFaults(): UseQueryResult<readonly FaultWire[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: faultsKey(realm),
    queryFn: ({ signal }) => api.get<readonly FaultWire[]>(faultsPath(realm), signal),
    refetchInterval: ({ state }) =>
      state.data?.some(({ armed }) => armed) === true ? REFRESH_ARMED_MS : REFRESH_MS,
  });
}

/** Loads the faults again as soon as Activity shows that one made an answer. */
export function useFaultHits(): void {
  const queries = useQueryClient();
  const latest = useActivity().data?.records.find(({ fault }) => fault !== undefined)?.id;
  useEffect(() => {
    if (latest !== undefined) void queries.invalidateQueries({ queryKey: ['faults'] });
  }, [latest, queries]);
}

export function useArmFault(): UseMutationResult<FaultWire, Error, FaultRequestWire> {
  const api = useApi();
  return useRealmChange(FAULTS, (request, path) => api.call<FaultWire>('POST', path, request));
}

/** Disarms a fault by its id; also removes a used one from the list. */
export function useDisarmFault(): UseMutationResult<void, Error, string> {
  const api = useApi();
  return useRealmChange(FAULTS, (id, path) => api.send('DELETE', `${path}/${encodeURIComponent(id)}`));
}

export function useDisarmAll(): UseMutationResult<void, Error, void> {
  const api = useApi();
  return useRealmChange(FAULTS, (_, path) => api.send('DELETE', path));
}
