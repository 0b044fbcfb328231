import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { clientOf, testRealm } from '../testing/realm.ts';
import { createMapperWarnings } from './mapper-warnings.ts';

const realm = testRealm({ id: 'one', clients: [{ clientId: 'shop' }] });
const shop = clientOf(realm, 'shop');
const mapper = (type: string) => ({
  name: 'mine',
  type,
  config: {},
  representation: { name: 'mine', protocolMapper: type },
});

/** Types of the lines that a report and a use of mappers leave in the log. */
function typesLogged(
  reported: readonly { path: string; value?: string }[],
  used: readonly string[],
): readonly unknown[] {
  const log = createCollectingLogger();
  const warnings = createMapperWarnings();
  warnings.recordReported(
    'one',
    reported.map((line) => ({ ...line, message: '' })),
  );
  for (const type of used) warnings.warn(log, realm, shop, mapper(type));
  return log.records.map(({ parameters }) => parameters['type']);
}

test('drop-in "Import report": a mapper without effect is logged with its place and what is missing', () => {
  const log = createCollectingLogger();
  createMapperWarnings().warn(log, realm, shop, mapper('script-mine.js'));
  const [{ level, message, parameters } = assert.fail()] = log.records;
  assert.deepEqual([level, message], ['WARN', 'A protocol mapper has no effect here']);
  assert.deepEqual(parameters, {
    realm: realm.name,
    mapper: 'mine',
    type: 'script-mine.js',
    clientId: 'shop',
    instead: 'Scripts are not run; tokens and assertions lack what the mapper adds.',
  });
});

test('drop-in "Import report": each type is logged once per realm, and not at all if the report has named it', () => {
  assert.deepEqual(typesLogged([], ['odd', 'other', 'odd']), ['odd', 'other']);
  const one = { path: 'clients[web].protocolMappers[mine].protocolMapper', value: 'odd' };
  const several = { path: 'clientScopes[*].protocolMappers[*].protocolMapper', value: 'odd' };
  for (const line of [one, several]) assert.deepEqual(typesLogged([line], ['odd', 'other']), ['other']);
});

test('drop-in "Import report": a line about another realm or another setting does not silence a mapper', () => {
  assert.deepEqual(typesLogged([{ path: 'loginTheme', value: 'odd' }], ['odd']), ['odd']);
  assert.deepEqual(typesLogged([{ path: 'clients[a].protocolMappers[b].protocolMapper' }], ['odd']), ['odd']);
  const log = createCollectingLogger();
  const warnings = createMapperWarnings();
  const line = { path: 'clients[a].protocolMappers[b].protocolMapper', value: 'odd', message: '' };
  warnings.recordReported('two', [line]);
  warnings.warn(log, realm, shop, mapper('odd'));
  assert.equal(log.records.length, 1);
});

test('drop-in "Import report": mappers of the built-in scopes that have nothing to add are not logged', () => {
  const quiet = ['oidc-organization-membership-mapper', 'saml-organization-membership-mapper'];
  assert.deepEqual(typesLogged([], [...quiet, 'odd']), ['odd']);
});

test('what was logged of a template is not logged again of its clones, and a forgotten realm begins anew', () => {
  const log = createCollectingLogger();
  const warnings = createMapperWarnings();
  const clone = testRealm({ id: 'two', clients: [{ clientId: 'shop' }] });
  const warn = (of: typeof realm) => warnings.warn(log, of, shop, mapper('script-mine.js'));
  warn(realm);
  warnings.copy('one', 'two');
  warn(clone);
  assert.equal(log.records.length, 1);
  warnings.forget('two');
  warn(clone);
  warn(realm);
  assert.equal(log.records.length, 2);
});
