// An address may name the realm that it is about: `#/device?realm=demo` opens the device of that realm.
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useRealm } from '../api/api-context.tsx';
import { useServer } from '../api/emulator.ts';

/** Whether `name` is still missing after the realms were reloaded: the realm may be new. */
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
 * Chooses the realm of the address and removes it from the address, so that the realm switcher has the last
 * word. The name of a realm that the server does not serve stays in the address and is returned.
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
