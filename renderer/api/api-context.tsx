// Provides the API client and the selected realm to every screen.
import { useLocalStorage } from '@mantine/hooks';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Api } from './http.ts';

interface ApiContextValue {
  readonly api: Api;
  readonly realm: string;
  readonly chooseRealm: (name: string) => void;
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
  const value = useMemo(() => ({ api, realm, chooseRealm }), [api, realm, chooseRealm]);
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

/** Name of the selected realm, and the function that selects another. */
export function useRealm(): readonly [name: string, choose: (name: string) => void] {
  const { realm, chooseRealm } = useApiContext();
  return [realm, chooseRealm];
}
