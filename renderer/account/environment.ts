// What the server has written into the page.
import type { AccountEnvironment } from '@keycloak/keycloak-account-ui';

/** @throws {TypeError} if the page was not served by the server. */
function readEnvironment(): AccountEnvironment {
  const text = document.getElementById('environment')?.textContent ?? '';
  if (!text.startsWith('{')) throw new TypeError('The page has no environment.');
  return JSON.parse(text) as AccountEnvironment;
}

export const environment: AccountEnvironment = readEnvironment();
