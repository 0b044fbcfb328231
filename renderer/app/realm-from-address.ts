// An address may name the realm it is about: `#/device?realm=demo` opens the device of that realm.
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useRealm } from '../api/api-context.tsx';
import { useServer } from '../api/emulator.ts';

/**
 * Chooses the realm of the address and takes it out of there, so that the realm switcher has the last word. A name that no realm of the server
 * has stays in the address and is the result.
 */
export function useRealmFromAddress(): string | undefined {
  const [, choose] = useRealm();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const realms = useServer().data?.realms;
  const named = search.get('realm');
  const exists = named !== null && realms?.some(({ realm }) => realm === named) === true;
  useEffect(() => {
    if (!exists) return;
    choose(named);
    const rest = new URLSearchParams(search);
    rest.delete('realm');
    void navigate({ search: rest.toString() }, { replace: true });
  }, [named, exists, search, choose, navigate]);
  return named === null || exists || realms === undefined ? undefined : named;
}
