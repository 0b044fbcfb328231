// keycloak-js, Keycloak's adapter for browsers.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { js } from '../quote.ts';
import { viteCommand, vitePage } from './vite-page.ts';

function writeApplication({ baseUrl, realm, clientId, redirectUri }: GuideValues): string {
  return lines(
    "import Keycloak from 'keycloak-js';",
    '',
    'const keycloak = new Keycloak({',
    `  url: ${js(baseUrl)},`,
    `  realm: ${js(realm)},`,
    `  clientId: ${js(clientId)},`,
    '});',
    `await keycloak.init({ onLoad: 'login-required', pkceMethod: 'S256', redirectUri: ${js(redirectUri)} });`,
    "document.getElementById('app').textContent = 'Signed in as ' + keycloak.tokenParsed.preferred_username;",
  );
}

export const KEYCLOAK_JS: Guide = {
  id: 'keycloak-js',
  title: 'keycloak-js',
  summary: 'guides:keycloakJs.summary',
  runtime: 'guides:runtime.node2019',
  kind: 'browser',
  callback: { path: '/' },
  write: (values) => ({
    install: 'npm install keycloak-js@26 vite@8',
    files: [vitePage('main.js'), { name: 'main.js', text: writeApplication(values) }],
    command: viteCommand(values),
    expect: openAndSignIn(values, 'guides:open.showsUser'),
  }),
};
