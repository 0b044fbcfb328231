// A single-page application on oidc-client-ts, served on a free port, with a silent-renewal page.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ROOT } from './server.ts';
import type { SinglePageApplication } from './spa.ts';

const LIBRARY = 'node_modules/oidc-client-ts/dist/browser/oidc-client-ts.min.js';

const SILENT = `<!doctype html><meta charset="utf-8"><title>Silent renewal</title><script src="/oidc.js"></script>
<script>new oidc.UserManager({}).signinSilentCallback();</script>`;

const page = (
  serverUrl: string,
): string => `<!doctype html><meta charset="utf-8"><title>Single-page application</title>
<p id="state">starting</p><p id="name"></p><p id="token"></p><p id="error"></p>
<button id="login">Log in</button><button id="refresh">Refresh</button>
<button id="silent">Renew in a frame</button><button id="logout">Log out</button>
<script src="/oidc.js"></script>
<script type="module">
const show = (id, text) => { document.getElementById(id).textContent = text; };
const home = location.origin + '/';
const manager = new oidc.UserManager({
  authority: ${JSON.stringify(serverUrl)} + '/realms/demo',
  client_id: 'demo-spa',
  redirect_uri: home,
  silent_redirect_uri: location.origin + '/silent',
  post_logout_redirect_uri: home,
  monitorSession: true,
  checkSessionIntervalInSeconds: 1,
  automaticSilentRenew: false,
});
const showUser = (user, state) => {
  show('state', state);
  show('name', user.profile.preferred_username);
  show('token', user.access_token);
};
const renew = async (state) => {
  try { showUser(await manager.signinSilent(), state); } catch (error) { show('error', String(error)); }
};
manager.events.addUserSignedOut(() => show('state', 'session ended'));
document.getElementById('login').onclick = () => manager.signinRedirect();
document.getElementById('logout').onclick = () => manager.signoutRedirect();
document.getElementById('refresh').onclick = () => renew('refreshed');
document.getElementById('silent').onclick = async () => {
  const user = await manager.getUser();
  user.refresh_token = undefined;
  await manager.storeUser(user);
  await renew('renewed');
};
try {
  const answered = new URLSearchParams(location.search).has('code');
  const user = answered ? await manager.signinRedirectCallback() : await manager.getUser();
  if (answered) history.replaceState(null, '', '/');
  if (user) showUser(user, 'signed in'); else show('state', 'signed out');
} catch (error) { show('state', 'failed'); show('error', String(error)); }
</script>`;

/** Starts the application for a server, at an origin that the demo realm's client allows. */
export async function startOidcApplication(serverUrl: string): Promise<SinglePageApplication> {
  const library = await readFile(join(ROOT, LIBRARY));
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    const isScript = path.startsWith('/oidc.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? library : path.startsWith('/silent') ? SILENT : page(serverUrl));
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
