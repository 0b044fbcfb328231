// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders have this form
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { OptionError } from '#protocol/errors/option-error.ts';
import { fillPlaceholders, hasPlaceholder } from './conf-placeholders.ts';

const SOURCE = { origin: 'file', place: 'c.conf:3' } as const;

const fill = (text: string, environment: Record<string, string> = {}): string =>
  fillPlaceholders(text, 'db-url-host', SOURCE, { environment, home: '/opt/keycloak' });

const refusal = (text: string, environment: Record<string, string> = {}): string => {
  try {
    fill(text, environment);
  } catch (error) {
    assert.ok(error instanceof OptionError);
    assert.equal(error.exitCode, 2);
    return error.toLine();
  }
  throw new assert.AssertionError({ message: `${text} was accepted` });
};

test('Keycloak guide "Configuration" (environment variables in keycloak.conf): a variable takes the place of its name', () => {
  const environment = { MY_DB_HOST: 'db', port: '5433' };
  assert.equal(fill('${MY_DB_HOST}', environment), 'db');
  assert.equal(
    fill('jdbc:postgresql://${MY_DB_HOST}:${port}/kc', environment),
    'jdbc:postgresql://db:5433/kc',
  );
  assert.equal(fill('${my.db-host}', environment), 'db');
  assert.equal(fill('${kc.home.dir}/conf/server.pem'), '/opt/keycloak/conf/server.pem');
});

test('Keycloak guide "Configuration": the default counts if the variable is unset or empty', () => {
  assert.equal(fill('${MY_DB_HOST:mydb}'), 'mydb');
  assert.equal(fill('${MY_DB_HOST:mydb}', { MY_DB_HOST: '' }), 'mydb');
  assert.equal(fill('${MY_DB_HOST:mydb}', { MY_DB_HOST: 'db' }), 'db');
  assert.equal(fill('a${MY_DB_HOST:}b'), 'ab');
  assert.equal(fill('${URL:http://sso.test}'), 'http://sso.test');
  assert.equal(fill('${A:${B:c}}/${D:e}'), 'c/e');
  assert.equal(fill('${A:${B:c}}', { B: 'b' }), 'b');
});

test('a variable that is not set and has no default is refused with its name and the line', () => {
  assert.equal(
    refusal('${MY_DB_HOST}'),
    'db-url-host: the environment variable MY_DB_HOST is not set (file: c.conf:3). Set it, or give a default: ${MY_DB_HOST:default}.',
  );
  assert.match(refusal('${A:${B}}'), /variable B is not set/);
  assert.match(refusal('${A}', { A: '' }), /variable A is not set/);
});

test('a refusal does not repeat the value, which may contain a password', () => {
  assert.doesNotMatch(refusal('hidden${A}'), /hidden/);
});

test('a value is used as it is, so that a password may look like a placeholder', () => {
  assert.equal(fill('${A}', { A: '${B}$\\' }), '${B}$\\');
});

test('texts without a complete placeholder are read as written', () => {
  for (const text of ['', '$', '${', '${A', '${A:${B}', '$A', '{A}', 'pa$$w0rd', '%d{HH:mm} %X{id}']) {
    assert.equal(hasPlaceholder(text), false, text);
    assert.equal(fill(text), text);
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!hasPlaceholder(text)) assert.equal(fill(text), text);
    }),
  );
});
