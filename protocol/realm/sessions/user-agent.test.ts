import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptUserAgent, readUserAgent } from './user-agent.ts';

for (const [header, os, osVersion, browser, device, mobile] of [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Windows 10',
    'Unknown',
    'Chrome/142.0.0',
    'Other',
    false,
  ],
  [
    'Mozilla/5.0 (Windows NT 6.1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/109.0.0.0 Safari/537.36 Edg/109.0.1518.1',
    'Windows',
    '6.1',
    'Edge/109.0.1518',
    'Other',
    false,
  ],
  [
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    'Ubuntu',
    'Unknown',
    'Firefox/130.0',
    'Other',
    false,
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36',
    'Linux',
    'Unknown',
    'HeadlessChrome/142.0.0',
    'Other',
    false,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Mac OS X',
    '10.15.7',
    'Safari/18.1',
    'Mac',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.1 Mobile/15E148 Safari/604.1',
    'iOS',
    '17.1.2',
    'Safari/17.1',
    'iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.43 Mobile Safari/537.36',
    'Android',
    '14',
    'Chrome/120.0.6099',
    'Other',
    true,
  ],
  ['curl/8.5.0', 'Unknown', 'Unknown', 'curl/8.5.0', 'Other', false],
  ['<script>', 'Unknown', 'Unknown', 'Unknown/Unknown', 'Other', false],
  [undefined, 'Unknown', 'Unknown', 'Unknown/Unknown', 'Other', false],
] as const)
  test(`Keycloak device activity: ${browser} on ${os}`, () => {
    assert.deepEqual(readUserAgent(header), { os, osVersion, browser, device, mobile });
  });

test('Keycloak device activity: a session keeps 512 characters of the header', () => {
  assert.equal(keptUserAgent('x'.repeat(9000))?.length, 512);
  assert.equal(keptUserAgent(undefined), undefined);
  assert.equal(keptUserAgent(''), undefined);
});
