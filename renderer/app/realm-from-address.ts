// A URL may select a realm: `#/device?realm=demo` opens the device of that realm.
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useRealm } from '../api/api-context.tsx';
import { useServer } from '../api/emulator.ts';

/** Whether `name` is still missing after the list of realms was reloaded; the realm may be new. */
function useIsMissing(name: string | undefined): boolean {
  const { dataUpdatedAt, refetch } = useServer();
  const [missed, setMissed] = useState<{ readonly name: string; readonly at: number } | undefined>(undefined);
  useEffect(() => {
    setMissed(name === undefined ? undefined : { name, at: Date.now() });
    if (name !== undefined) void refetch();
  }, [name, refetch]);
  return missed !== undefined && missed.name === name && dataUpdatedAt > missed.at;
}

/**
 * Selects the realm in the URL and removes it from the URL, so that the realm switcher takes effect again.
 * The name of an unknown realm stays in the URL and is returned.
 */
export function useRealmFromAddress(): string | undefined {
  const [, choose] = useRealm();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const realms = useServer().data?.realms;
  const named = search.get('realm') ?? undefined;
  const exists = realms?.some(({ realm }) => realm === named) === true;
  const isMissing = useIsMissing(realms === undefined || exists ? undefined : named);
  useEffect(() => {
    if (!exists || named === undefined) return;
    choose(named);
    const rest = new URLSearchParams(search);
    rest.delete('realm');
    void navigate({ search: rest.toString() }, { replace: true });
  }, [named, exists, search, choose, navigate]);
  return isMissing ? named : undefined;
}
