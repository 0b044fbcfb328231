// The realm stands in the URL of every screen: `#/device?realm=demo` opens the device of that realm.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useRealm } from '../api/api-context.tsx';
import { useServer } from '../api/emulator.ts';
import { currentParameters } from '../ui/use-address.ts';

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
 * Keeps the selected realm and the realm in the URL the same, whichever of them changes, so that every URL can
 * be shared. The name of an unknown realm stays in the URL and is returned.
 */
export function useRealmFromAddress(): string | undefined {
  const [realm, choose] = useRealm();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const realms = useServer().data?.realms;
  const named = search.get('realm') ?? undefined;
  const isKnown = (name: string | undefined): boolean => realms?.some((row) => row.realm === name) === true;
  const isNamedKnown = isKnown(named);
  const isRealmKnown = isKnown(realm);
  /** What both were when they were last the same. */
  const settled = useRef<string | undefined>(undefined);
  // Two screens in quick succession may both lack the realm.
  const { key } = useLocation();
  const isMissing = useIsMissing(realms === undefined || isNamedKnown ? undefined : named);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new address is checked.
  useEffect(() => {
    if (named === realm) settled.current = realm;
    else if (isNamedKnown && named !== undefined && named !== settled.current) choose(named);
    else if (isRealmKnown && (named === undefined || named === settled.current)) {
      const complete = currentParameters();
      complete.set('realm', realm);
      void navigate({ search: complete.toString() }, { replace: true });
    }
  }, [named, realm, isNamedKnown, isRealmKnown, key, choose, navigate]);
  return isMissing ? named : undefined;
}
