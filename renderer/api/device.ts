// The authentication device of the selected realm: prompts, codes and rules, kept current by its live stream.
import { type UseMutationResult, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AutoAnswerRuleWire, DeviceWire, PromptAnswer, PromptWire } from '#protocol/contract/device.ts';
import { useApi, useRealm } from './api-context.tsx';
import { followStream } from './follow-stream.ts';
import { reload } from './reload.ts';
import { useRealmChange } from './use-realm-change.ts';

/** Prompts expire, and delayed rules answer, by the realm's clock, which may be changed at any time. */
const REFRESH_WAITING_MS = 2000;
const REFRESH_MS = 5000;

/** The device, and when it was loaded by this window's monotonic clock (`performance.now()`). */
export interface DeviceState extends DeviceWire {
  readonly loadedAt: number;
}

function devicePath(realm: string): string {
  return `/emulator/v1/realms/${encodeURIComponent(realm)}/device`;
}

function deviceKey(realm: string): readonly unknown[] {
  return ['device', realm];
}

const DEVICE = { path: devicePath, key: deviceKey };

export function useDevice(): UseQueryResult<DeviceState> {
  const api = useApi();
  const [realm] = useRealm();
  return useQuery({
    queryKey: deviceKey(realm),
    queryFn: async ({ signal }) => {
      const device = await api.get<DeviceWire>(devicePath(realm), signal);
      return { ...device, loadedAt: performance.now() };
    },
    refetchInterval: ({ state }) => ((state.data?.pending.length ?? 0) > 0 ? REFRESH_WAITING_MS : REFRESH_MS),
  });
}

/** Keeps every realm's device current while mounted; `onPrompts` receives new and changed prompts. */
export function useDeviceStream(onPrompts: (prompts: readonly PromptWire[]) => void): void {
  const api = useApi();
  const queries = useQueryClient();
  const listener = useRef(onPrompts);
  useEffect(() => {
    listener.current = onPrompts;
  });
  useEffect(
    () =>
      followStream<PromptWire>(api, '/emulator/v1/device/stream', {
        onOpen: () => reload(queries, ['device']),
        onEvents: (prompts) => {
          for (const realm of new Set(prompts.map((prompt) => prompt.realm)))
            void queries.invalidateQueries({ queryKey: deviceKey(realm) });
          listener.current(prompts);
        },
      }),
    [api, queries],
  );
}

/** Answers one prompt by its id, so that changes of the list cannot redirect the answer. */
export function useAnswerPrompt(): UseMutationResult<
  PromptWire,
  Error,
  { readonly id: string; readonly answer: PromptAnswer }
> {
  const api = useApi();
  return useRealmChange(DEVICE, ({ id, answer }, path) =>
    api.call<PromptWire>('POST', `${path}/prompts/${encodeURIComponent(id)}`, { answer }),
  );
}

/** Clears the answered and expired prompts. */
export function useClearAnswered(): UseMutationResult<void, Error, void> {
  const api = useApi();
  return useRealmChange(DEVICE, (_, path) => api.send('DELETE', `${path}/answered`));
}

/** Replaces the automatic answer rules. */
export function useSaveRules(): UseMutationResult<
  readonly AutoAnswerRuleWire[],
  Error,
  readonly AutoAnswerRuleWire[]
> {
  const api = useApi();
  return useRealmChange(DEVICE, (rules, path) =>
    api.call<readonly AutoAnswerRuleWire[]>('PUT', `${path}/rules`, rules),
  );
}
