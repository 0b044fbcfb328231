import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveOptions } from '../config/resolve-options.ts';
import { showConfig } from './show-config.ts';

const options = resolveOptions({
  commandLine: new Map([['http-port', '9']]),
  environment: { KC_BOOTSTRAP_ADMIN_PASSWORD: 'hidden', KC_DB: 'postgres', KC_CACHE: 'local' },
  home: '/nowhere',
  workingDirectory: '/',
});

test('Keycloak show-config: options that are set are listed with their source, secrets masked', () => {
  assert.equal(
    showConfig(options, false),
    [
      'Current Configuration:',
      '\tkc.http-port =  9 (command line)',
      '\tkc.bootstrap-admin-password =  ******* (environment: KC_BOOTSTRAP_ADMIN_PASSWORD)',
      '\tkc.db =  postgres (environment: KC_DB)',
      '\tKC_CACHE (no effect)',
    ].join('\n'),
  );
});

test('Keycloak show-config all: defaults are listed, too', () => {
  assert.match(showConfig(options, true), /^\tkc\.http-host = {2}127\.0\.0\.1 \(default\)$/m);
});
