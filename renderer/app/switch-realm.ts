// Switching to another realm.
import { useLocation, useNavigate } from 'react-router';
import { useRealm } from '../api/api-context.tsx';

/**
 * Gives the function that chooses a realm and leaves an open client or user, and an address that names a
 * realm.
 */
export function useSwitchRealm(): (name: string) => void {
  const [realm, choose] = useRealm();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (name) => {
    if (name === realm && search === '') return;
    choose(name);
    // The list of a screen exists in every realm.
    void navigate(`/${pathname.split('/')[1] ?? ''}`);
  };
}
