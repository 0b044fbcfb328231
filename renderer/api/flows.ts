// The realm's authentication flows: what they contain, and what each did last.
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { FlowRunWire } from '#protocol/contract/flow-runs.ts';
import { useApi, useRealm } from './api-context.tsx';
import { ApiError } from './api-error.ts';
import { realmPath } from './realm.ts';

/** A flow that realm and clients can use. */
export interface Flow {
  readonly id: string;
  readonly alias: string;
  readonly description?: string;
  readonly topLevel: boolean;
  /** Keycloak's own, which cannot be changed. */
  readonly builtIn: boolean;
}

/** A step of a flow; sub-flows are followed by their own steps. */
export interface FlowExecution {
  readonly id: string;
  /** The authenticator's name, or the alias of a sub-flow. */
  readonly displayName: string;
  /** Provider ID; absent for most sub-flows. */
  readonly providerId?: string;
  readonly authenticationFlow?: boolean;
  readonly requirement: string;
  readonly requirementChoices: readonly string[];
  /** Depth in the flow; 0: its own steps. */
  readonly level: number;
}

const REFRESH_MS = 5000;

const flowsPath = (realm: string): string => `${realmPath(realm)}/authentication/flows`;
const flowPath = (realm: string, alias: string): string => `${flowsPath(realm)}/${encodeURIComponent(alias)}`;

export function useFlows(): UseQueryResult<readonly Flow[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['flows', realm],
    queryFn: ({ signal }) => api.get<readonly Flow[]>(flowsPath(realm), signal),
  });
}

export function useFlowExecutions(alias: string): UseQueryResult<readonly FlowExecution[]> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['flows', realm, alias],
    queryFn: ({ signal }) =>
      api.get<readonly FlowExecution[]>(`${flowPath(realm, alias)}/executions`, signal),
  });
}

/** The last run of a flow; `run` is absent if there was none. */
export function useFlowRun(alias: string): UseQueryResult<{ readonly run?: FlowRunWire }> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: ['flow-run', realm, alias],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const path = `/emulator/v1/realms/${encodeURIComponent(realm)}/flow-runs/${encodeURIComponent(alias)}`;
      try {
        return { run: await api.get<FlowRunWire>(path, signal) };
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return {};
        throw error;
      }
    },
  });
}

function useFlowChange<Change>(
  send: (api: ReturnType<typeof useApi>, realm: string, change: Change) => Promise<void>,
): UseMutationResult<void, Error, Change> {
  const api = useApi();
  const [realm] = useRealm();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change) => send(api, realm, change),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['flows', realm] }),
  });
}

/** Changes the requirement of a step. */
export function useSetRequirement(
  alias: string,
): UseMutationResult<void, Error, Pick<FlowExecution, 'id' | 'requirement'>> {
  return useFlowChange((api, realm, step) => api.send('PUT', `${flowPath(realm, alias)}/executions`, step));
}

/** Copies a flow with everything in it. */
export function useCopyFlow(alias: string): UseMutationResult<void, Error, { readonly newName: string }> {
  return useFlowChange((api, realm, copy) => api.send('POST', `${flowPath(realm, alias)}/copy`, copy));
}
