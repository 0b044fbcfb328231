// Switching to another realm.
import { useLocation, useNavigate } from 'react-router';

/** Returns the function that opens the same screen in a realm. It leaves a single client or user. */
export function useSwitchRealm(): (name: string) => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (name) => {
    // The screen itself exists in every realm; its client or user does not.
    void navigate(`/${pathname.split('/')[1] ?? ''}?${new URLSearchParams({ realm: name })}`);
  };
}
