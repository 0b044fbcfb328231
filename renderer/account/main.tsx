// Starts the account console: Keycloak's screens below the address of the realm's account.
import '@patternfly/patternfly/patternfly-base.css';
import '@keycloak/keycloak-account-ui/style.css';
import '@patternfly/patternfly/patternfly-addons.css';
import './frame.css';
import { routes } from '@keycloak/keycloak-account-ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { environment } from './environment.ts';
import { Frame } from './frame.tsx';
import { ScreenFault } from './screen-fault.tsx';
import { startTexts } from './texts.ts';

function followColorScheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    document.documentElement.classList.toggle('pf-v5-theme-dark', dark.matches);
  };
  apply();
  dark.addEventListener('change', apply);
}

/**
 * The administration console's "Try it" begins a sign-in whose code nothing redeems. Its answer is removed from the
 * address, which would otherwise be part of the redirect URI of the page's own sign-in.
 */
function dropTriedSignIn(): void {
  const { hash, pathname, search } = window.location;
  if (new URLSearchParams(hash.slice(1)).get('state') === 'try-provider')
    window.history.replaceState(undefined, '', `${pathname}${search}`);
}

async function start(): Promise<void> {
  dropTriedSignIn();
  followColorScheme();
  await startTexts();
  const path = decodeURIComponent(new URL(environment.baseUrl).pathname);
  const router = createBrowserRouter([
    // Below the frame, whose navigation stays.
    { path, element: <Frame />, children: [{ errorElement: <ScreenFault />, children: routes }] },
  ]);
  const container = document.getElementById('app');
  if (container === null) throw new TypeError('The page has no element "app".');
  createRoot(container).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

void start();
