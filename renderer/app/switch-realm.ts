// Switching to another realm.
import { useLocation, useNavigate } from 'react-router';
import { useRealm } from '../api/api-context.tsx';

/**
 * Returns the function that selects a realm. It leaves the screen of a single client or user, and a URL
 * with a realm.
 */
export function useSwitchRealm(): (name: string) => void {
  const [realm, choose] = useRealm();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (name) => {
    if (name === realm && search === '') return;
    choose(name);
    // The screen itself exists in every realm; its client or user does not.
    void navigate(`/${pathname.split('/')[1] ?? ''}`);
  };
}
