import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  brokeredLanguage,
  joinBrokeredFlow,
  withBrokeredFlow,
  withBrokeredLanguage,
} from './brokered-flow.ts';
import type { Exchange } from './exchange.ts';

const exchange = (query: Readonly<Record<string, string>>, joined: string[] = []) =>
  ({
    baseUrl: 'https://sso.test:8443/auth',
    query: { get: (name: string) => query[name] },
    activity: { flow: 'f1', joinFlow: (flow: string) => joined.push(flow) },
  }) as unknown as Exchange;

test('only URLs of this server have the flow', () => {
  assert.equal(
    withBrokeredFlow(exchange({}), 'https://sso.test:8443/x?a=1'),
    'https://sso.test:8443/x?a=1&understudy_flow=f1',
  );
  for (const url of ['https://sso.test/x', 'http://sso.test:8443/x', 'https://idp.test/x?understudy_flow=y'])
    assert.equal(withBrokeredFlow(exchange({}), url), url);
});

test('an exchange joins the flow that its query names', () => {
  const joined: string[] = [];
  joinBrokeredFlow(exchange({ understudy_flow: 'f2' }, joined));
  joinBrokeredFlow(exchange({ understudy_flow: '' }, joined));
  joinBrokeredFlow(exchange({}, joined));
  assert.deepEqual(joined, ['f2']);
});

test('the language of the sign-in page is in the URL once', () => {
  const url = withBrokeredLanguage(withBrokeredLanguage('https://sso.test/x?a=1', 'de'), 'pt-BR');
  assert.equal(url, 'https://sso.test/x?a=1&understudy_language=pt-BR');
  assert.equal(brokeredLanguage(exchange({ understudy_language: 'pt-BR' })), 'pt-BR');
  assert.equal(brokeredLanguage(exchange({})), undefined);
});
