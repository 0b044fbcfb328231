import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createExchangeLog, mdcOf } from './exchange-log.ts';
import { RecordedExchange } from './recorded-exchange.ts';

const TOKEN_PATH = '/realms/demo/protocol/openid-connect/token';

function exchange(target = TOKEN_PATH): RecordedExchange {
  const facts = { method: 'POST', target, rawHeaders: [], remoteAddress: '', secure: false };
  const recorded = new RecordedExchange('x1', facts, 0, 0);
  recorded.title('Token request');
  return recorded;
}

function finish(recorded: RecordedExchange) {
  const root = createCollectingLogger('all');
  createExchangeLog(root.child('http'), root).finished(recorded, { status: 400 });
  return root.records;
}

function refusal(recorded: RecordedExchange) {
  return finish(recorded).find(({ category }) => category === 'all.http.refusal');
}

test('a record carries realm, client, user, flow and exchange as far as they are known', () => {
  const recorded = exchange();
  assert.deepEqual(mdcOf(recorded), { flow: 'x1', exchange: 'x1' });
  recorded.realmName = 'demo';
  recorded.client('demo-web');
  recorded.user('alice');
  recorded.joinFlow('f1');
  const mdc = { realm: 'demo', client: 'demo-web', user: 'alice', flow: 'f1', exchange: 'x1' };
  assert.deepEqual(mdcOf(recorded), mdc);
  assert.deepEqual(finish(recorded)[0]?.mdc, mdc);
});

test('a refusal is a WARN with reason, code and remedy', () => {
  const recorded = exchange();
  recorded.refused(new OAuthError('invalid_grant', { reason: 'why', remedy: 'do this' }));
  const record = refusal(recorded);
  assert.equal(record?.level, 'WARN');
  assert.equal(record?.message, 'why');
  assert.equal(record?.parameters['code'], 'invalid_grant');
  assert.equal(record?.parameters['remedy'], 'do this');
});

test('CIBA §11: a poll before the user has answered is not a refusal', () => {
  const recorded = exchange();
  recorded.refused(new OAuthError('authorization_pending'));
  assert.equal(refusal(recorded), undefined);
});

test('OIDC Core §3.1.2.6: a silent sign-in check logs no warning', () => {
  const recorded = exchange('/realms/demo/protocol/openid-connect/auth?prompt=none');
  recorded.refused(new OAuthError('login_required'));
  assert.equal(refusal(recorded)?.level, 'DEBUG');
});

test('SAML Core §3.4.1: IsPassive logs no warning either', () => {
  const recorded = exchange('/realms/demo/protocol/saml?SAMLRequest=x');
  recorded.refused(new SamlStatusError('no_passive', { reason: 'nobody' }));
  assert.equal(refusal(recorded)?.level, 'DEBUG');
});

test("the console's own requests are logged at TRACE, and their refusals not at WARN", () => {
  const recorded = exchange();
  recorded.heading = undefined;
  recorded.refused(new OAuthError('invalid_grant'));
  assert.ok(finish(recorded).every(({ level }) => level === 'TRACE' || level === 'DEBUG'));
  assert.equal(finish(recorded)[0]?.level, 'TRACE');
});

test('queries are logged at TRACE only, with secrets masked', () => {
  const records = finish(exchange(`${TOKEN_PATH}?client_id=demo-web&code=abcdefg`));
  const named = records.filter((record) => JSON.stringify(record).includes('client_id'));
  assert.deepEqual(
    named.map(({ level }) => level),
    ['TRACE'],
  );
  assert.doesNotMatch(JSON.stringify(records), /abcdefg/);
});

const areas: [path: string, area: string][] = [
  [TOKEN_PATH, 'all.oauth'],
  ['/realms/demo/protocol/openid-connect/ext/ciba/auth', 'all.ciba'],
  ['/realms/demo/protocol/saml/clients/shop', 'all.saml'],
  ['/realms/demo/protocol/docker-v2/auth?service=shop', 'all.registry'],
  ['/realms/demo/login-actions/authenticate?x=1', 'all.login'],
  ['/realms/demo/device', 'all.oauth'],
  ['/admin/realms', 'all.admin'],
  ['/emulator/v1/activity', 'all.admin'],
  ['/nowhere', 'all.http'],
];
for (const [path, area] of areas) {
  test(`decisions of ${path} are logged in category ${area}, and each rule below it`, () => {
    const recorded = exchange(path);
    recorded.recordPass('check-client', 'is known', 'RFC 6749 §2.3');
    const records = finish(recorded);
    assert.equal(records.find(({ message }) => message === 'Token request')?.category, area);
    const rule = records.find(({ message }) => message === 'is known');
    assert.deepEqual([rule?.category, rule?.level], [`${area}.rule`, 'TRACE']);
  });
}

test('with every level off nothing about an exchange is computed', () => {
  const recorded = exchange();
  Object.defineProperty(recorded, 'decisions', {
    get() {
      throw new TypeError('decisions were asked for');
    },
  });
  createExchangeLog(silentLogger, silentLogger).finished(recorded, { status: 200 });
});
