import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePlaces, searchReport } from './search-report.ts';

const THEME = {
  path: 'clients[*].attributes.login_theme',
  count: 1200,
  names: ['web', 'api', 'till', 'shop', 'desk', 'door'],
  message: 'Sign-in pages have Understudy’s own design.',
};
const MAIL = { path: 'smtpServer', value: 'mail.test', message: 'Understudy sends no e-mail.' };

for (const [words, ...expected] of [
  ['', THEME, MAIL],
  ['  ', THEME, MAIL],
  ['SMTP', MAIL],
  ['mail.test', MAIL],
  ['door', THEME],
  ['understudy design', THEME],
  ['smtp design'],
] as const)
  test(`import report: a search for “${words}” finds ${expected.length} settings`, () => {
    assert.deepEqual(searchReport([THEME, MAIL], words), expected);
  });

test('import report: a setting in many places names the first ones and counts the rest', () => {
  assert.equal(describePlaces(THEME), 'In 1,200 places: web, api, till, shop, desk and 1,195 more');
  assert.equal(describePlaces({ ...THEME, count: 2, names: ['web', 'api'] }), 'In 2 places: web, api');
  assert.equal(describePlaces(MAIL), undefined);
});
