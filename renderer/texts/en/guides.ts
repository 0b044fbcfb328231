// The texts of guides.

export const GUIDES = {
  choose: 'Framework or library',
  none: 'No guide fits this client. There are guides for clients with the standard flow, and for clients with a secret or a device code that get tokens without a browser.',
  'steps.label': '{{guide}} guide',
  'steps.requires': 'Requires {{runtime}}.',
  'steps.install': 'In an empty folder, install',
  'steps.createFirst': 'In an empty folder, create <file/>',
  'steps.create': 'Create <file/>',
  'steps.start': 'Start',
  'steps.check': 'Check',
  'steps.installation': 'installation',
  'steps.startCommand': 'start command',
  copyAll: 'Copy all as shell script',
  copied: 'Copied',
  'missing.origin':
    'The browser may not call the token endpoint from <code>{{origin}}</code>: it is not one of the client’s web origins.',
  'missing.redirect':
    'None of the client’s valid redirect URIs fits this guide. It uses <code>{{uri}}</code>.',
  'missing.originTitle': 'Web origin is missing',
  'missing.redirectTitle': 'Redirect URI is missing',
  'missing.addOrigin': 'Add web origin',
  'missing.addRedirect': 'Add redirect URI',
  'missing.done': 'Added it to client {{client}}.',
  'missing.added': 'Added {{uri}} to client {{client}}.',
  'missing.failed': 'Client {{client}} was not changed',
  'open.anyone': 'Open {{origin}} and sign in.',
  'open.user': 'Open {{origin}} and sign in as {{user}}.',
  'open.password': 'Open {{origin}} and sign in as {{user}} with the password {{password}}.',
  'open.showsUser': 'The page shows who is signed in.',
  'open.showsEmail': 'The page shows the e-mail address of the user.',
  'runtime.node20': 'Node.js 20 or later',
  'runtime.node209': 'Node.js 20.9 or later',
  'runtime.node2019': 'Node.js 20.19 or later',
  'runtime.dotnet': '.NET 8 or later',
  'runtime.compose': 'Docker or Podman with compose, and the image that npm run image builds',
  'runtime.shell': 'a POSIX shell and curl',
  'runtime.python': 'Python 3.9 or later',
  'runtime.go': 'Go 1.21 or later',
  'runtime.php': 'PHP 8 with curl, and Composer',
  'runtime.java': 'Java 17 or later and Maven',
  'runtime.debian': 'Debian or Ubuntu',
  'runtime.debian12': 'Debian 12 or Ubuntu',
  'angular.summary':
    'A single-page application with angular-oauth2-oidc: code flow with PKCE in the browser.',
  'api.title': 'API with Express',
  'api.summary': 'An API with jose that accepts access tokens of this realm whose audience is the client.',
  'api.expect':
    'A request to {{origin}} with the header Authorization: Bearer and an access token returns the name of the user. Other requests are answered with 401. A token has this audience if the user has a role of the client, or if an audience mapper adds it.',
  'aspNet.summary': 'ASP.NET Core with Microsoft.AspNetCore.Authentication.OpenIdConnect.',
  'compose.summary': 'Understudy in a container beside your application, with the client in a realm file.',
  'compose.expect': 'The service application prints its settings as soon as {{issuer}} is healthy.',
  'curl.summary': 'A shell script that gets tokens without a redirect.',
  'curl.expect': 'The script prints the answer of the token endpoint: tokens, their lifetime and scope.',
  'django.summary': 'A Django site in one file with Authlib: code flow with PKCE and a session cookie.',
  'express.summary':
    'A server-side application with openid-client: code flow with PKCE and a session cookie.',
  'flask.summary': 'A server-side application with Authlib: code flow with PKCE and a session cookie.',
  'go.summary': 'A server with go-oidc and x/oauth2: code flow with state and nonce.',
  'keycloakJs.summary': 'A page with Keycloak’s own adapter for browsers.',
  'next.summary': 'The App Router with Auth.js 5 (next-auth) and its Keycloak provider.',
  'php.summary': 'A page with OpenID-Connect-PHP (jumbojett): code flow with PKCE and a session cookie.',
  'playwright.summary': 'A browser test with a server and a realm of its own, from understudy/playwright.',
  'playwright.expect':
    'The test passes. Each test gets a clone of the realm, so tests can run at the same time.',
  'playwright.note':
    'While Understudy is not in a registry, install the file that npm pack makes in its repository instead of understudy.',
  'react.summary': 'A single-page application with react-oidc-context: code flow with PKCE in the browser.',
  'springBoot.summary': 'A web application with spring-boot-starter-oauth2-client.',
  'vue.summary': 'A single-page application with oidc-client-ts: code flow with PKCE in the browser.',
  'mellon.summary': 'Apache protects a site with mod_auth_mellon; the application reads REMOTE_USER.',
  'nodeSaml.summary': 'A service provider with Express and node-saml, the library below passport-saml.',
  'python3Saml.summary': 'A service provider with Flask and python3-saml.',
  'shibboleth.summary':
    'Apache protects a site with Shibboleth’s service provider; the application reads REMOTE_USER.',
  'simplesamlphp.summary':
    'A PHP page that requires a sign-in, with the package simplesamlphp of the distribution.',
  'springSaml.summary': 'A service provider with Spring Security.',
  'keys.rare':
    'Few libraries can decrypt the default of new clients. In Keys, choose AES-256-CBC and “RSA-OAEP with MGF1 and SHA-1 (1.0)”.',
  'keys.signing':
    'This client requires signed requests. Import signing.pem in Keys as its signing certificate.',
  'keys.encryption':
    'This client receives encrypted assertions. Save the private key of its encryption certificate as encryption-key.pem and the certificate as encryption.pem.',
  'keys.same':
    'The same key signs requests and decrypts assertions. In Keys, import signing.pem as the encryption certificate too.',
} as const;
