// A single-page application on keycloak-js, served on a free port: two files, no build.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './server.ts';

/** A running application. */
export interface SinglePageApplication {
  readonly url: string;
  close(): void;
}

const page = (
  serverUrl: string,
): string => `<!doctype html><meta charset="utf-8"><title>Single-page application</title>
<p id="state">starting</p><p id="name"></p><p id="token"></p><p id="error"></p>
<button id="login">Log in</button><button id="refresh">Refresh</button><button id="profile">Profile</button><button id="logout">Log out</button>
<script type="module">
import Keycloak from './keycloak.js';
const show = (id, text) => { document.getElementById(id).textContent = text; };
const keycloak = new Keycloak({ url: ${JSON.stringify(serverUrl)}, realm: 'demo', clientId: 'demo-spa' });
document.getElementById('login').onclick = () => keycloak.login();
document.getElementById('logout').onclick = () => keycloak.logout({ redirectUri: location.origin + '/' });
document.getElementById('refresh').onclick = () => keycloak.updateToken(100000)
  .then((refreshed) => { show('state', refreshed ? 'refreshed' : 'fresh'); show('token', keycloak.token); })
  .catch((error) => show('error', String(error)));
document.getElementById('profile').onclick = () => keycloak.loadUserProfile()
  .then((profile) => show('name', profile.firstName + ' ' + profile.lastName + ' <' + profile.email + '>'))
  .catch((error) => show('error', String(error)));
keycloak.onAuthLogout = () => show('state', 'session ended');
const watches = new URLSearchParams(location.search).has('watch');
try {
  const authenticated = await keycloak.init({ pkceMethod: 'S256', checkLoginIframe: watches, checkLoginIframeInterval: 1 });
  show('state', authenticated ? 'signed in' : 'signed out');
  if (authenticated) { show('name', keycloak.tokenParsed.preferred_username); show('token', keycloak.token); }
} catch (error) { show('state', 'failed'); show('error', error?.error_description ?? error?.error ?? String(error)); }
</script>`;

/** Starts the application for a server, at an origin that the demo realm's client allows. */
export async function startSinglePageApplication(serverUrl: string): Promise<SinglePageApplication> {
  const adapter = await readFile(join(ROOT, 'node_modules/keycloak-js/lib/keycloak.js'));
  const server: Server = createServer((request, response) => {
    const script = request.url?.startsWith('/keycloak.js') === true;
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(script ? adapter : page(serverUrl));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
