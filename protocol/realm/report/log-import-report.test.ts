import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { logImportReport } from './log-import-report.ts';

const setting = (path: string) => ({ path, value: 'true', message: 'Nothing reads it.' });

test('import report: each setting is a warning with its path, its value and what happens instead', () => {
  const log = createCollectingLogger('realm');
  logImportReport('shop', [setting('internationalizationEnabled')], log);
  assert.deepEqual(
    log.records.map(({ level, parameters }) => [level, parameters]),
    [
      [
        'WARN',
        {
          realm: 'shop',
          setting: 'internationalizationEnabled',
          value: 'true',
          instead: 'Nothing reads it.',
        },
      ],
    ],
  );
});

test('import report: of several places, the first three are named', () => {
  const log = createCollectingLogger('realm');
  const line = { path: 'clients[*].type', count: 9, names: ['a', 'b', 'c', 'd'], message: 'No types.' };
  logImportReport('shop', [line], log);
  assert.deepEqual(log.records[0]?.parameters, {
    realm: 'shop',
    setting: 'clients[*].type',
    in: 'a, b, c and 6 more',
    instead: 'No types.',
  });
});

test('import report: after thirty warnings, the rest is counted with the path that lists them', () => {
  const log = createCollectingLogger('realm');
  const settings = Array.from({ length: 45 }, (_, index) => setting(`attributes.${index}`));
  assert.deepEqual(logImportReport('a shop', settings, log), settings.slice(0, 30));
  assert.equal(log.records.length, 31);
  assert.deepEqual(log.records.at(-1)?.parameters, {
    realm: 'a shop',
    count: 15,
    see: 'GET /emulator/v1/realms/a%20shop/import-report',
  });
});

test('import report: a realm without such settings logs nothing, and thirty need no summary', () => {
  const log = createCollectingLogger('realm');
  assert.deepEqual(logImportReport('shop', [], log), []);
  assert.equal(log.records.length, 0);
  logImportReport(
    'shop',
    Array.from({ length: 30 }, () => setting('x')),
    log,
  );
  assert.equal(log.records.length, 30);
});
