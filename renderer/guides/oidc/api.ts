// An API with Express and jose, for bearer-only clients.
import { type Guide, type GuideValues, lines } from '../guide.ts';
import { js } from '../quote.ts';

function writeApplication({ issuer, clientId, host, port }: GuideValues): string {
  return lines(
    "import express from 'express';",
    "import { createRemoteJWKSet, jwtVerify } from 'jose';",
    '',
    `const issuer = ${js(issuer)};`,
    `const audience = ${js(clientId)};`,
    "const keys = createRemoteJWKSet(new URL(issuer + '/protocol/openid-connect/certs'));",
    '',
    'const app = express();',
    '',
    "app.get('/', async (request, response) => {",
    "  const [, token = ''] = /^Bearer (.+)$/i.exec(request.get('authorization') ?? '') ?? [];",
    '  try {',
    '    const { payload } = await jwtVerify(token, keys, { issuer, audience });',
    "    response.type('text').send('Called by ' + (payload.preferred_username ?? payload.sub));",
    '  } catch (error) {',
    "    response.status(401).set('www-authenticate', 'Bearer').type('text').send(error.message);",
    '  }',
    '});',
    '',
    `app.listen(${port}, ${js(host)});`,
  );
}

export const API: Guide = {
  id: 'api',
  title: 'API with Express',
  summary: 'An API with jose that accepts access tokens of this realm whose audience is the client.',
  runtime: 'Node.js 20 or later',
  kind: 'api',
  write: (values) => ({
    install: 'npm install express@5 jose@6',
    files: [{ name: 'api.mjs', text: writeApplication(values) }],
    command: 'node api.mjs',
    expect: `A request to ${values.origin} with the header Authorization: Bearer and an access token returns the name of the user. Other requests are answered with 401. A token has this audience if the user has a role of the client, or if an audience mapper adds it.`,
  }),
};
