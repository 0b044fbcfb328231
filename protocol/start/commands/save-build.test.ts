import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { resolveOptions } from '../config/resolve-options.ts';
import { saveBuild } from './save-build.ts';

function setUp(environment: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'understudy-build-'));
  const resolve = (variables: Record<string, string>, commandLine: Record<string, string> = {}) =>
    resolveOptions({
      commandLine: new Map(Object.entries(commandLine)),
      environment: variables,
      home,
      workingDirectory: home,
    });
  return { home, options: resolve(environment), resolve };
}

test('Keycloak build: build-time options are saved, and a later start without their variables has them', async () => {
  const { options, resolve, home } = setUp({
    KC_FEATURES: 'docker',
    KC_HTTP_RELATIVE_PATH: '/auth',
    KC_HTTP_PORT: '9',
    KC_BOOTSTRAP_ADMIN_PASSWORD: 'hidden',
  });
  const text = await saveBuild(options);
  const saved = readFileSync(join(home, 'conf', 'built.conf'), 'utf8');
  assert.match(saved, /^http-relative-path=\/auth\nfeatures=docker\n$/m);
  assert.doesNotMatch(text + saved, /hidden|http-port/);
  const { values, sources } = resolve({});
  assert.equal(values['http-relative-path'], '/auth');
  assert.equal(values.features, 'docker');
  assert.equal(values['http-port'], 8080);
  assert.equal(sources.features.place, `${join(home, 'conf', 'built.conf')}:3`);
});

test('Keycloak build: what is saved comes after every other source, also a translated one', async () => {
  const { options, resolve, home } = setUp({ KC_FEATURES: 'docker' });
  await saveBuild(options);
  assert.equal(resolve({ KC_FEATURES: 'preview' }).values.features, 'preview');
  writeFileSync(join(home, 'conf', 'understudy.conf'), 'features=scripts');
  assert.equal(resolve({}).values.features, 'scripts');
  assert.equal(resolve({}, { features: 'dpop' }).values.features, 'dpop');
});

test('Keycloak build: without build-time options nothing is written', async () => {
  const { options, home } = setUp({ KC_HTTP_PORT: '9' });
  assert.match(await saveBuild(options), /^Nothing to build/);
  assert.throws(() => readFileSync(join(home, 'conf', 'built.conf')));
});

test('bad input: a folder that cannot be written is named', async () => {
  const { options, home } = setUp({ KC_FEATURES: 'docker' });
  writeFileSync(join(home, 'conf'), '');
  await assert.rejects(
    saveBuild(options),
    (error) => error instanceof OptionError && error.exitCode === 1 && error.message.includes(home),
  );
});
