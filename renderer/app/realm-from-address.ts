// An address may name the realm it is about: `#/device?realm=demo` opens the device of that realm.
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useRealm } from '../api/api-context.tsx';

/** Chooses the realm of the address and takes it out of there, so that the realm switcher has the last word. */
export function useRealmFromAddress(): void {
  const [, choose] = useRealm();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const named = search.get('realm');
  useEffect(() => {
    if (named === null) return;
    choose(named);
    const rest = new URLSearchParams(search);
    rest.delete('realm');
    void navigate({ search: rest.toString() }, { replace: true });
  }, [named, search, choose, navigate]);
}
