import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMapperWarnings } from '#protocol/realm/report/mapper-warnings.ts';
import { clientOf, testRealm } from '#protocol/realm/testing/realm.ts';
import { createMapperReport } from './mapper-report.ts';

const odd = (name: string, protocolMapper: string, config = {}) => ({ name, protocolMapper, config });
const clients = ['shop', 'till'].map((clientId) => ({
  clientId,
  protocolMappers: [
    odd('mine', 'oidc-invented-mapper'),
    odd('fine', 'oidc-sub-mapper'),
    odd('claim', 'oidc-hardcoded-claim-mapper', { 'claim.name': 'exp' }),
  ],
}));

test('a mapper type without effect is logged once per realm, and each mapper for a claim of the server once', () => {
  const log = createCollectingLogger();
  const report = createMapperReport(log, createMapperWarnings());
  const realm = testRealm({ clients });
  for (const clientId of ['shop', 'till', 'shop'])
    report.warnAboutUnsupportedMappers(realm, clientOf(realm, clientId), []);
  const found = log.records.map(({ parameters }) => [
    parameters['type'] ?? parameters['claim'],
    parameters['clientId'],
  ]);
  assert.deepEqual(found, [
    ['oidc-invented-mapper', 'shop'],
    ['exp', 'shop'],
    ['exp', 'till'],
  ]);
});

test('another realm or another report logs it again', () => {
  const log = createCollectingLogger();
  const report = createMapperReport(log, createMapperWarnings());
  for (const id of ['one', 'two']) {
    const realm = testRealm({ id, clients });
    report.warnAboutUnsupportedMappers(realm, clientOf(realm, 'shop'), []);
  }
  const again = createMapperReport(log, createMapperWarnings());
  const realm = testRealm({ id: 'one', clients });
  again.warnAboutUnsupportedMappers(realm, clientOf(realm, 'shop'), []);
  assert.equal(log.records.filter(({ parameters }) => 'type' in parameters).length, 3);
});

test('Keycloak: a mapper of another protocol is ignored without a warning', () => {
  const log = createCollectingLogger();
  const protocolMappers = [odd('role list', 'saml-role-list-mapper')];
  const realm = testRealm({ clients: [{ clientId: 'shop', protocolMappers }] });
  createMapperReport(log, createMapperWarnings()).warnAboutUnsupportedMappers(
    realm,
    clientOf(realm, 'shop'),
    [],
  );
  assert.deepEqual(log.records, []);
});
