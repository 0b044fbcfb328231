// Express with node-saml.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { js } from '../quote.ts';
import { serviceProviderKeys } from './service-provider-keys.ts';

function writeOptions(values: GuideValues): readonly string[] {
  const { saml } = values;
  const options: readonly (string | undefined)[] = [
    `entryPoint: ${js(saml.serviceUrl)}`,
    `idpIssuer: ${js(values.issuer)}`,
    'idpCert',
    `issuer: ${js(values.clientId)}`,
    `callbackUrl: ${js(values.redirectUri)}`,
    `identifierFormat: ${js(saml.nameIdFormat)}`,
    'disableRequestedAuthnContext: true',
    `wantAssertionsSigned: ${saml.wantsSignedAssertions}`,
    `wantAuthnResponseSigned: ${saml.wantsSignedMessages}`,
    saml.signsRequests ? "privateKey: readFileSync('signing-key.pem', 'utf8')" : undefined,
    saml.signsRequests ? "signatureAlgorithm: 'sha256'" : undefined,
    saml.wantsEncryption ? "decryptionPvk: readFileSync('encryption-key.pem', 'utf8')" : undefined,
  ];
  return options.filter((option) => option !== undefined).map((option) => `  ${option},`);
}

function writeApplication(values: GuideValues): string {
  const readsKeys = values.saml.signsRequests || values.saml.wantsEncryption;
  return lines(
    readsKeys ? "import { readFileSync } from 'node:fs';" : undefined,
    "import { SAML } from '@node-saml/node-saml';",
    "import express from 'express';",
    "import session from 'express-session';",
    '',
    "// The realm's certificate, which its metadata contains.",
    `const metadata = await (await fetch(${js(values.saml.metadataUrl)})).text();`,
    'const [, idpCert] = /X509Certificate>([^<]+)</.exec(metadata);',
    'const saml = new SAML({',
    ...writeOptions(values),
    '});',
    '',
    'const app = express();',
    "app.use(session({ secret: 'replace me in production', resave: false, saveUninitialized: false }));",
    '',
    "app.get('/', async (request, response) => {",
    '  const { user } = request.session;',
    "  if (user === undefined) return response.redirect(await saml.getAuthorizeUrlAsync('', undefined, {}));",
    "  response.type('text').send('Signed in as ' + user);",
    '});',
    '',
    `app.post(${js(values.path)}, express.urlencoded({ extended: false }), async (request, response) => {`,
    '  const { profile } = await saml.validatePostResponseAsync(request.body);',
    '  request.session.user = profile.nameID;',
    "  response.redirect('/');",
    '});',
    '',
    `app.listen(${values.port}, ${js(values.host)});`,
  );
}

export const NODE_SAML: Guide = {
  id: 'node-saml',
  title: 'node-saml',
  summary: 'guides:nodeSaml.summary',
  runtime: 'guides:runtime.node20',
  kind: 'saml',
  callback: { path: '/saml/acs' },
  write: (values) => {
    const keys = serviceProviderKeys(values);
    const npm = 'npm install express@5 express-session@1 @node-saml/node-saml@5';
    return {
      install: keys.install === undefined ? npm : `${npm}\n${keys.install}`,
      files: [{ name: 'app.mjs', text: writeApplication(values) }, ...keys.files],
      command: 'node app.mjs',
      expect: openAndSignIn(values, 'guides:open.showsUser'),
      notes: keys.notes,
    };
  },
};
