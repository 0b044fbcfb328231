// Provides the API client and the selected realm to every screen.
import { useLocalStorage } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Api } from './http.ts';
import { isOfRealm } from './preceding-deletions.ts';

interface ApiContextValue {
  readonly api: Api;
  readonly realm: string;
  readonly chooseRealm: (name: string) => void;
  /** Paths of pending deletions. Every user of the API is rendered again when they change. */
  readonly pending: ReadonlySet<string>;
}

const ApiContext = createContext<ApiContextValue | undefined>(undefined);

/** Provides the API client, and remembers the selected realm between visits. */
export function ApiProvider({
  api,
  children,
}: {
  readonly api: Api;
  readonly children: ReactNode;
}): ReactNode {
  const [realm, chooseRealm] = useLocalStorage({
    key: 'understudy.console.realm',
    defaultValue: 'demo',
    getInitialValueInEffect: false,
  });
  const { deletions } = api;
  const pending = useSyncExternalStore(deletions.subscribe, deletions.paths);
  // Leaving a realm sends its deletions: another one may have entries with the same IDs.
  useEffect(() => () => void deletions.send(isOfRealm(realm)), [deletions, realm]);
  const value = useMemo(() => ({ api, realm, chooseRealm, pending }), [api, realm, chooseRealm, pending]);
  return <ApiContext value={value}>{children}</ApiContext>;
}

function useApiContext(): ApiContextValue {
  const value = useContext(ApiContext);
  if (value === undefined) throw new TypeError('useApi needs an ApiProvider above it');
  return value;
}

export function useApi(): Api {
  return useApiContext().api;
}

/** Paths of pending deletions, for lists that are not loaded as such. */
export function usePendingPaths(): ReadonlySet<string> {
  return useApiContext().pending;
}

/** Name of the selected realm, and the function that selects another. */
export function useRealm(): readonly [name: string, choose: (name: string) => void] {
  const { realm, chooseRealm } = useApiContext();
  return [realm, chooseRealm];
}
