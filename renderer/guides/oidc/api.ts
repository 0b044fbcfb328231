// An API with Express and jose, for bearer-only clients.

import { text } from '../../texts/text.ts';
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
  get title() {
    return text('guides:api.title');
  },
  summary: 'guides:api.summary',
  runtime: 'guides:runtime.node20',
  kind: 'api',
  write: (values) => ({
    install: 'npm install express@5 jose@6',
    files: [{ name: 'api.mjs', text: writeApplication(values) }],
    command: 'node api.mjs',
    expect: text('guides:api.expect', { origin: values.origin }),
  }),
};
