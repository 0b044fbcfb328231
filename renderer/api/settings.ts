// The server's options, and changes of its configuration file.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { SettingsChangeWire, SettingsWire } from '#protocol/contract/settings.ts';
import { useApi } from './api-context.tsx';

const PATH = '/emulator/v1/settings';
const KEY = ['settings'] as const;

/** Every option with its value and the value's origin. */
export function useSettings(): UseQueryResult<SettingsWire> {
  const api = useApi();
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => api.get<SettingsWire>(PATH, signal) });
}

/** Writes changes to the configuration file. Resolves to the options after the change. */
export function useSaveSettings(): UseMutationResult<SettingsWire, Error, SettingsChangeWire> {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change) => api.call<SettingsWire>('PUT', PATH, change),
    onSuccess: (settings) => queries.setQueryData<SettingsWire>(KEY, settings),
  });
}
