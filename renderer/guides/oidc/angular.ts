// Angular with angular-oauth2-oidc.
import { type Guide, type GuideFile, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { js } from '../quote.ts';

const WORKSPACE = {
  version: 1,
  projects: {
    app: {
      projectType: 'application',
      root: '',
      architect: {
        build: {
          builder: '@angular/build:application',
          options: { browser: 'main.ts', index: 'index.html', tsConfig: 'tsconfig.json', outputPath: 'dist' },
          configurations: { development: { optimization: false, sourceMap: true } },
        },
        serve: { builder: '@angular/build:dev-server', options: { buildTarget: 'app:build:development' } },
      },
    },
  },
};

const COMPILER = {
  compilerOptions: {
    strict: true,
    target: 'ES2022',
    module: 'preserve',
    moduleResolution: 'bundler',
    experimentalDecorators: true,
    lib: ['ES2022', 'DOM'],
    types: [],
  },
  files: ['main.ts'],
};

const PAGE = lines(
  '<!doctype html>',
  '<html lang="en">',
  '  <head>',
  '    <meta charset="utf-8" />',
  '    <base href="/" />',
  '    <title>Sign in</title>',
  '  </head>',
  '  <body><app-root></app-root></body>',
  '</html>',
);

function writeMain({ issuer, clientId, redirectUri }: GuideValues): string {
  return lines(
    "import { provideHttpClient } from '@angular/common/http';",
    "import { Component, inject, signal } from '@angular/core';",
    "import { bootstrapApplication } from '@angular/platform-browser';",
    "import { OAuthService, provideOAuthClient } from 'angular-oauth2-oidc';",
    '',
    '@Component({',
    "  selector: 'app-root',",
    '  template: `',
    '    @if (name(); as user) {',
    '      <p>Signed in as {{ user }}</p>',
    '    } @else {',
    '      <button (click)="signIn()">Sign in</button>',
    '    }',
    '  `,',
    '})',
    'class App {',
    '  private readonly oauth = inject(OAuthService);',
    "  readonly name = signal('');",
    '',
    '  constructor() {',
    '    this.oauth.configure({',
    `      issuer: ${js(issuer)},`,
    `      clientId: ${js(clientId)},`,
    `      redirectUri: ${js(redirectUri)},`,
    "      responseType: 'code',",
    "      scope: 'openid profile email',",
    issuer.startsWith('http:') ? '      requireHttps: false, // plain HTTP: for development only' : undefined,
    '    });',
    '    this.oauth.loadDiscoveryDocumentAndTryLogin().then(() => {',
    "      this.name.set(this.oauth.getIdentityClaims()?.['preferred_username'] ?? '');",
    '    });',
    '  }',
    '',
    '  signIn() {',
    '    this.oauth.initLoginFlow();',
    '  }',
    '}',
    '',
    'bootstrapApplication(App, { providers: [provideHttpClient(), provideOAuthClient()] });',
  );
}

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

function writeFiles(values: GuideValues): readonly GuideFile[] {
  return [
    { name: 'angular.json', text: json(WORKSPACE) },
    { name: 'tsconfig.json', text: json(COMPILER) },
    { name: 'index.html', text: PAGE },
    { name: 'main.ts', text: writeMain(values) },
  ];
}

const PACKAGES = [
  ...['build', 'cli', 'common', 'compiler', 'compiler-cli', 'core', 'platform-browser', 'router'].map(
    (name) => `@angular/${name}@21`,
  ),
  'angular-oauth2-oidc@21',
  'rxjs@7',
  'typescript@5.9',
];

export const ANGULAR: Guide = {
  id: 'angular',
  title: 'Angular',
  summary: 'guides:angular.summary',
  runtime: 'guides:runtime.node2019',
  kind: 'browser',
  callback: { path: '/' },
  write: (values) => ({
    install: `npm install ${PACKAGES.join(' ')}`,
    files: writeFiles(values),
    command: `npx ng serve --host ${values.host} --port ${values.port}`,
    expect: openAndSignIn(values, 'guides:open.showsUser'),
  }),
};
