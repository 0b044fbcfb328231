// Express with openid-client.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { js } from '../quote.ts';

/** `discovery` of openid-client refuses plain HTTP unless it is allowed. */
function discovery({ issuer, clientId, secret = '' }: GuideValues): readonly string[] {
  return [
    'const config = await client.discovery(',
    `  new URL(${js(issuer)}),`,
    `  ${js(clientId)},`,
    `  ${js(secret)},`,
    ...(issuer.startsWith('http:')
      ? ['  undefined,', '  { execute: [client.allowInsecureRequests] }, // plain HTTP: for development only']
      : []),
    ');',
  ];
}

function writeApplication(values: GuideValues): string {
  return lines(
    "import express from 'express';",
    "import session from 'express-session';",
    "import * as client from 'openid-client';",
    '',
    `const redirectUri = ${js(values.redirectUri)};`,
    ...discovery(values),
    '',
    'const app = express();',
    "app.use(session({ secret: 'replace me in production', resave: false, saveUninitialized: false }));",
    '',
    "app.get('/', (request, response) => {",
    '  const { user } = request.session;',
    "  if (user === undefined) return response.redirect('/login');",
    "  response.type('text').send('Signed in as ' + user.preferred_username);",
    '});',
    '',
    "app.get('/login', async (request, response) => {",
    '  const verifier = client.randomPKCECodeVerifier();',
    '  const state = client.randomState();',
    '  request.session.login = { verifier, state };',
    '  const url = client.buildAuthorizationUrl(config, {',
    '    redirect_uri: redirectUri,',
    "    scope: 'openid profile email',",
    '    state,',
    '    code_challenge: await client.calculatePKCECodeChallenge(verifier),',
    "    code_challenge_method: 'S256',",
    '  });',
    '  response.redirect(url.href);',
    '});',
    '',
    `app.get(${js(values.path)}, async (request, response) => {`,
    "  if (request.session.login === undefined) return response.redirect('/login');",
    '  const { verifier, state } = request.session.login;',
    '  const tokens = await client.authorizationCodeGrant(config, new URL(request.originalUrl, redirectUri), {',
    '    pkceCodeVerifier: verifier,',
    '    expectedState: state,',
    '  });',
    '  request.session.user = tokens.claims();',
    "  response.redirect('/');",
    '});',
    '',
    `app.listen(${values.port}, ${js(values.host)});`,
  );
}

export const EXPRESS: Guide = {
  id: 'express',
  title: 'Express',
  summary: 'guides:express.summary',
  runtime: 'guides:runtime.node20',
  kind: 'web',
  callback: { path: '/callback' },
  write: (values) => ({
    install: 'npm install express@5 express-session@1 openid-client@6',
    files: [{ name: 'app.mjs', text: writeApplication(values) }],
    command: 'node app.mjs',
    expect: openAndSignIn(values, 'guides:open.showsUser'),
  }),
};
