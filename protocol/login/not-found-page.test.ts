import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGLISH_FAULTS, type LostVisitor } from '#protocol/http/errors.ts';
import { RequestFault } from '#protocol/http/request-fault.ts';
import { renderNotFoundPage } from './not-found-page.ts';
import { faultTextsOf } from './texts/fault-texts.ts';

const fault = new RequestFault(404, 'Realm does not exist', 'There is no realm of this name.', {
  remedy: 'Check the spelling.',
});

function render(given: Partial<LostVisitor> = {}, realms: readonly string[] = ['master', 'demo']): string {
  const visitor = {
    fault,
    baseUrl: 'http://localhost:8080',
    basePath: '',
    remoteAddress: '127.0.0.1',
    isScript: false,
    texts: ENGLISH_FAULTS,
    ...given,
  };
  const reply = renderNotFoundPage(visitor, realms);
  assert.equal(reply.status, 404);
  return String(reply.body);
}

test('RFC 9110 §15.5.5: the page says what is missing; on this machine it lists the realms with links', () => {
  const text = render();
  assert.match(text, /<h1 id="kc-page-title"[^>]*>Page not found<\/h1>/);
  assert.match(text, /There is no realm of this name\./);
  assert.match(text, /href="\/console\/#\/overview\?realm=demo"/);
  assert.match(text, /href="\/realms\/master\/\.well-known\/openid-configuration"/);
  assert.match(text, /Check the spelling\./);
});

for (const [who, given] of [
  ['another machine', { remoteAddress: '10.0.0.8' }],
  ['a reachable name', { baseUrl: 'https://sso.example.test' }],
  ['a script of another origin', { isScript: true }],
] as const)
  test(`not-found page: ${who} sees no realm names`, () => {
    const text = render(given);
    assert.match(text, /There is no realm of this name\./);
    assert.doesNotMatch(text, /master|demo|Check the spelling/);
  });

test('issue 18 "Languages": the page is in its language, and what is for developers stays English', () => {
  const texts = faultTextsOf({ headers: { 'accept-language': 'de' } }, undefined);
  const text = render({ texts });
  assert.match(text, /<html lang="de" dir="ltr"[^>]*>/);
  assert.match(text, /<h1 id="kc-page-title"[^>]*>Seite nicht gefunden<\/h1>/);
  assert.match(text, /Es gibt keinen Realm mit diesem Namen\./);
  assert.match(text, /aria-labelledby="realms-heading" lang="en" dir="ltr">/);
  const unknown = new RequestFault(404, 'not_found', 'The console has no such file.');
  assert.match(
    render({ texts, fault: unknown }),
    /<p class="instruction" lang="en" dir="ltr">The console has/,
  );
});

test('realm names are escaped', () => {
  const text = render({}, ['a"><b>', 'x/../y']);
  assert.doesNotMatch(text, /<b>/);
  assert.match(text, /realm=a%22%3E%3Cb%3E/);
  assert.match(text, /\/realms\/x%2F\.\.%2Fy\/\.well-known/);
});
