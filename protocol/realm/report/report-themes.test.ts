import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { normalizeRealm } from '../file/normalize-realm.ts';
import { reportSettings } from './report-settings.ts';

const CLOCK = { now: () => 0 };
const THEMES = {
  describe: (name: string) => (name === 'acme' ? ['Broken.', 'Templates are not run.'] : []),
};

function report(given: Omit<RealmRepresentation, 'realm'>) {
  const { realm, users } = normalizeRealm({ realm: 'r', ...given }, CLOCK);
  return reportSettings(realm, users, { themes: THEMES });
}

test('import report: each fault of a theme is a line of the setting that names it', () => {
  assert.deepEqual(report({ loginTheme: 'acme' }), [
    { path: 'loginTheme', value: 'acme', message: 'Broken.' },
    { path: 'loginTheme', value: 'acme', message: 'Templates are not run.' },
  ]);
});

test('import report: clients with the same theme share its lines', () => {
  const client = (clientId: string) => ({ clientId, attributes: { login_theme: 'acme' } });
  const [line, ...more] = report({ clients: [client('a'), client('b')] });
  assert.deepEqual(line, {
    path: 'clients[*].attributes.login_theme',
    value: 'acme',
    count: 2,
    names: ['a', 'b'],
    message: 'Broken.',
  });
  assert.equal(more.length, 1);
});

test('import report: themes that work, none, and long names', () => {
  assert.deepEqual(
    report({ loginTheme: 'good', clients: [{ clientId: 'a', attributes: { login_theme: '' } }] }),
    [],
  );
  assert.deepEqual(report({ loginTheme: '' }), []);
});
