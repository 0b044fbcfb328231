// No request to an endpoint of this folder, however malformed, is answered with a server error.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SECRET } from '#protocol/oauth/testing/realm.ts';
import { AUTHENTICATION, withCiba } from './testing/server.ts';

const NASTY = [
  '',
  ' ',
  '\0',
  '\r\nx: y',
  '%',
  '\ud800',
  '__proto__',
  '{}',
  'a.b.c',
  'e30.e30.e30',
  '-1',
  '1e999',
  '<b>',
];
const GOOD = [
  'alice',
  'openid',
  'openid email',
  'web',
  SECRET,
  'gold',
  'W4-SCT',
  '60',
  '{"id_token":{"acr":null}}',
];
const NAMES = [
  'client_id',
  'client_secret',
  'client_assertion',
  'scope',
  'login_hint',
  'login_hint_token',
  'id_token_hint',
  'binding_message',
  'acr_values',
  'requested_expiry',
  'client_notification_token',
  'user_code',
  'claims',
  'nonce',
  'request',
  'request_uri',
  'is_consent_required',
  'terminal',
  '__proto__',
];

const value = fc.oneof(
  fc.constantFrom(...GOOD),
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

test(`POST ${AUTHENTICATION}: arbitrary parameters are never answered with a server error`, () =>
  withCiba(async ({ server }) => {
    const usual = [
      ['client_id', 'web'],
      ['client_secret', SECRET],
      ['scope', 'openid'],
      ['login_hint', 'alice'],
    ] as const;
    const sent = fc.record({
      kept: fc.subarray([...usual], { minLength: 3 }),
      added: fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 }),
      repeats: fc.boolean(),
    });
    const property = fc.asyncProperty(sent, async ({ kept, added, repeats }) => {
      const entries = repeats ? [...kept, ...added] : [...new Map<string, string>([...kept, ...added])];
      const body = new URLSearchParams(entries.map(([name, text]): [string, string] => [name, text]));
      const { status } = await server.send(AUTHENTICATION, { method: 'POST', body });
      assert.ok(status >= 200 && status < 500, `status ${status} for ${body}`);
    });
    await fc.assert(property, { numRuns: 200 });
    assert.deepEqual(
      server.log.records.filter(({ level }) => level === 'ERROR'),
      [],
    );
  }));

test(`POST ${AUTHENTICATION}/callback: arbitrary JSON and tokens are never answered with a server error`, () =>
  withCiba(async ({ begin, report, server }) => {
    const { delegation } = await begin();
    const token = fc.oneof(
      fc.constant(delegation.token),
      fc.constant(undefined),
      fc.constantFrom(`${delegation.token}x`, 'e30.e30.e30', 'bnVsbA.bnVsbA.bnVsbA', 'W10.W10.', 'x'),
    );
    const body = fc.oneof(
      fc.record({ status: fc.jsonValue() }),
      fc.jsonValue(),
      fc.constantFrom('', '{', '"', '{"status":"SUCCEED","__proto__":{}}', '{"status":"succeed"}'),
    );
    await fc.assert(
      fc.asyncProperty(token, body, async (text, json) => {
        const { status } = await report(text, json);
        assert.ok(status >= 200 && status < 500, `status ${status}`);
      }),
      { numRuns: 200 },
    );
    assert.deepEqual(
      server.log.records.filter(({ level }) => level === 'ERROR'),
      [],
    );
  }));
