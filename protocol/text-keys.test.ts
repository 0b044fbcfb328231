import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type AdminTestServer, startAdminServer } from './admin/testing/server.ts';
import type { ImportReportWire } from './contract/import-report.ts';
import { TEXT_KEYS } from './text-keys.ts';

const server: AdminTestServer = await startAdminServer();
after(() => server.stop());

test('issue 18 "Languages": keys of pages, messages and the account console are read', () => {
  for (const key of [
    'doLogIn',
    'loginTitleHtml',
    'invalidUserMessage',
    'firstName',
    'requiredAction.VERIFY_EMAIL',
  ])
    assert.ok(TEXT_KEYS.messages.has(key), key);
  for (const key of ['emailVerificationSubject', 'emailVerificationBodyHtml'])
    assert.ok(TEXT_KEYS.messages.has(key), key);
  assert.ok(TEXT_KEYS.account.has('signingIn'));
  for (const key of ['zocialTitle', 'constructor', ''])
    assert.ok(!TEXT_KEYS.messages.has(key) && !TEXT_KEYS.account.has(key), key);
});

test('issue 18 "Languages": a realm with texts that nothing reads is imported; log and report name them', async () => {
  const realm = {
    realm: 'texts',
    internationalizationEnabled: true,
    supportedLocales: ['en', 'xx'],
    localizationTexts: { en: { zocialTitle: 'Shop', doLogIn: 'Go {0' }, fr: { doLogIn: 'Allez' } },
  };
  assert.equal((await server.call('POST', '/admin/realms', { body: realm })).status, 201);
  const { body } = await server.call<ImportReportWire>('GET', '/emulator/v1/realms/texts/import-report');
  const paths = [
    'localizationTexts[fr]',
    'supportedLocales',
    'localizationTexts[en][zocialTitle]',
    'localizationTexts[en][doLogIn]',
  ];
  assert.deepEqual(
    body.settings.map(({ path }) => path),
    paths,
  );
  const logged = server.log.records.map(({ parameters }) => parameters['setting']);
  for (const path of paths) assert.ok(logged.includes(path), path);
});
