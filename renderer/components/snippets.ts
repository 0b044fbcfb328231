// Configuration snippets for applications, with values of the realm and the client.

/** Values in the snippets. */
export interface SnippetValues {
  /** Base URL of the server, without trailing slash. */
  readonly baseUrl: string;
  readonly realm: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a public client. */
  readonly secret: string | undefined;
  /** The first registered redirect URI without a wildcard, or a probable one. */
  readonly redirectUri: string;
}

/** The snippet for a framework. */
export interface Snippet {
  readonly id: string;
  readonly title: string;
  /** Name of the file. */
  readonly file: string;
  readonly write: (values: SnippetValues) => string;
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n');
}

/** A JavaScript literal; JSON's escapes are valid in JavaScript. */
function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A double-quoted YAML scalar; JSON strings are a subset. */
function yaml(text: string): string {
  return JSON.stringify(text);
}

/** A shell word that is also valid in a .env file. */
function shell(text: string): string {
  return /^[\w./:@%+=,-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function writeOpenidClient(values: SnippetValues): string {
  return lines(
    "import * as client from 'openid-client';",
    '',
    'const config = await client.discovery(',
    `  new URL(${quote(values.issuer)}),`,
    `  ${quote(values.clientId)},`,
    values.secret === undefined ? '  undefined,' : `  ${quote(values.secret)},`,
    values.secret === undefined ? '  client.None(),' : '  undefined,',
    values.issuer.startsWith('http:')
      ? '  { execute: [client.allowInsecureRequests] }, // plain http: for development only'
      : undefined,
    ');',
    `const redirect_uri = ${quote(values.redirectUri)};`,
  );
}

function writeSpringBoot(values: SnippetValues): string {
  return lines(
    'spring:',
    '  security:',
    '    oauth2:',
    '      client:',
    '        registration:',
    '          understudy:',
    `            client-id: ${yaml(values.clientId)}`,
    values.secret === undefined
      ? '            client-authentication-method: none'
      : `            client-secret: ${yaml(values.secret)}`,
    '            authorization-grant-type: authorization_code',
    `            redirect-uri: ${yaml(values.redirectUri)}`,
    '            scope: openid,profile,email',
    '        provider:',
    '          understudy:',
    `            issuer-uri: ${yaml(values.issuer)}`,
  );
}

function writeEnvironment(values: SnippetValues): string {
  return lines(
    `OIDC_ISSUER=${shell(values.issuer)}`,
    `OIDC_CLIENT_ID=${shell(values.clientId)}`,
    values.secret === undefined ? undefined : `OIDC_CLIENT_SECRET=${shell(values.secret)}`,
    `OIDC_REDIRECT_URI=${shell(values.redirectUri)}`,
    "OIDC_SCOPE='openid profile email'",
  );
}

function writeKeycloakJs(values: SnippetValues): string {
  return lines(
    "import Keycloak from 'keycloak-js';",
    '',
    'const keycloak = new Keycloak({',
    `  url: ${quote(values.baseUrl)},`,
    `  realm: ${quote(values.realm)},`,
    `  clientId: ${quote(values.clientId)},`,
    '});',
    "await keycloak.init({ onLoad: 'login-required', pkceMethod: 'S256' });",
  );
}

function writeAuthJs(values: SnippetValues): string {
  return lines(
    "import NextAuth from 'next-auth';",
    "import Keycloak from 'next-auth/providers/keycloak';",
    '',
    'export const { handlers, auth, signIn, signOut } = NextAuth({',
    '  providers: [',
    '    Keycloak({',
    `      issuer: ${quote(values.issuer)},`,
    `      clientId: ${quote(values.clientId)},`,
    values.secret === undefined
      ? "      client: { token_endpoint_auth_method: 'none' },"
      : `      clientSecret: ${quote(values.secret)},`,
    '    }),',
    '  ],',
    '});',
  );
}

/** Every framework, in the order of the tabs. */
export const SNIPPETS: readonly Snippet[] = [
  { id: 'openid-client', title: 'openid-client', file: 'auth.mjs', write: writeOpenidClient },
  { id: 'spring-boot', title: 'Spring Boot', file: 'application.yml', write: writeSpringBoot },
  { id: 'environment', title: 'Environment', file: '.env', write: writeEnvironment },
  { id: 'keycloak-js', title: 'keycloak-js', file: 'keycloak.js', write: writeKeycloakJs },
  { id: 'auth-js', title: 'Auth.js', file: 'auth.ts', write: writeAuthJs },
];
