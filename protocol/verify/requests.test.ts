import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { otherRealm, recordedRealm } from './addresses.ts';
import { createArtifacts } from './artifacts.ts';
import type { OutgoingRequest } from './other-server.ts';
import { type Page, readPage } from './page.ts';
import { MissingArtifact } from './presentation.ts';
import { createRequests, OtherPage, type Requests } from './requests.ts';
import { createRecord, type RecordParts } from './testing/activity-record.ts';

const HERE = 'http://localhost:8080/realms/my%20shop';
const THERE = 'https://sso.example.com/auth/realms/test';
const ACTION = `${THERE}/login-actions/authenticate`;

function createAll(): Requests {
  const artifacts = createArtifacts();
  artifacts.pair('ABCD-EFGH', 'WXYZ-1234');
  artifacts.pair('t1', 'u1');
  return createRequests({
    here: recordedRealm(HERE),
    there: otherRealm(THERE, THERE),
    artifacts,
    credentials: { clients: new Map([['web', 'new-secret']]), users: new Map([['alice', 'new-password']]) },
  });
}

function repeat(parts: RecordParts): OutgoingRequest {
  return createAll().repeat(
    createRecord({ path: '/realms/my%20shop/protocol/openid-connect/token', ...parts }),
  );
}

function pageOf(html: string): Page {
  return readPage(html, `${ACTION}?tab_id=1`);
}

function next(parts: RecordParts, page: Page | undefined): OutgoingRequest {
  const record = {
    method: 'POST',
    from: 'browser',
    path: '/realms/my%20shop/login-actions/authenticate',
    ...parts,
  } as const;
  return createAll().continue(createRecord(record), page);
}

const SIGN_IN = pageOf(
  `<form action="?session_code=theirs&amp;tab_id=1" method="post"><input name="username"><input type="password" name="password"><input type="hidden" name="credentialId" value="x"><button name="login">Sign in</button></form>`,
);

function typed(...pairs: readonly (readonly [string, string])[]): RecordParts {
  return { form: pairs, username: 'alice' };
}

test('contract "verify": a request goes to the same path below the other realm, with its query', () => {
  assert.deepEqual(
    repeat({
      path: '/realms/my%20shop/a%2Fb',
      query: [
        ['x', 'a b&ü'],
        ['x', ''],
        ['x', 'a b&ü'],
      ],
    }),
    {
      method: 'GET',
      url: `${THERE}/a%2Fb?x=a+b%26%C3%BC&x=&x=a+b%26%C3%BC`,
      headers: {},
    },
  );
  assert.equal(repeat({ path: '/realms/my%20shop' }).url, THERE);
});

test('contract "verify": a form is sent with the secrets of the other server', () => {
  const { body } = repeat({
    method: 'POST',
    form: [
      ['client_id', 'web'],
      ['client_secret', 'old'],
      ['token', 't1'],
    ],
  });
  assert.equal(body, 'client_id=web&client_secret=new-secret&token=u1');
});

test('contract "verify": JSON is sent as it was; null and false are JSON', () => {
  for (const json of [{ a: [1] }, null, false, 0])
    assert.equal(repeat({ method: 'POST', json }).body, JSON.stringify(json));
  assert.equal('body' in repeat({ method: 'POST' }), false);
});

test('RFC 9110 §9.3.1: GET and HEAD are sent without content', () => {
  for (const method of ['GET', 'HEAD'])
    assert.equal('body' in repeat({ method, json: { a: 1 }, form: [['a', '1']] }), false);
});

test('contract "verify": headers that servers act on are sent, those of the connection are not', () => {
  const { headers } = repeat({
    headers: [
      ['host', 'localhost:8080'],
      ['cookie', 'A=hidden'],
      ['content-length', '5'],
      ['connection', 'keep-alive'],
      ['x-forwarded-for', '10.0.0.1'],
      ['accept', 'text/html'],
      ['origin', 'https://app'],
      ['authorization', 'Bearer t1'],
    ],
  });
  assert.deepEqual(headers, { accept: 'text/html', origin: 'https://app', authorization: 'Bearer u1' });
});

test('contract "verify": a request that needs what the other server did not issue is not made', () => {
  assert.throws(() => repeat({ query: [['code', 'x']] }), MissingArtifact);
  assert.throws(() => repeat({ headers: [['authorization', 'Bearer x']] }), MissingArtifact);
});

test('HTML §4.10.21: the form of the other page is sent, with its hidden fields and what the user typed', () => {
  const { method, url, headers, body } = next(
    typed(
      ['username', 'alice'],
      ['password', 'old'],
      ['credentialId', 'ours'],
      ['login', 'Sign in'],
      ['only-here', '1'],
    ),
    SIGN_IN,
  );
  assert.equal(method, 'POST');
  assert.equal(url, `${ACTION}?session_code=theirs&tab_id=1`);
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded');
  assert.equal(body, 'credentialId=x&username=alice&password=new-password&login=Sign+in');
});

test('contract "verify": a wrong password is typed as it was', () => {
  const refusal = { code: 'access_denied', description: '', reason: '' };
  const { body } = next(
    { ...typed(['username', 'alice'], ['password', 'wrong']), outcome: 'refused', refusal },
    SIGN_IN,
  );
  assert.equal(body, 'credentialId=x&username=alice&password=wrong');
});

test('RFC 8628 §3.3: the user types the code of the other server', () => {
  const page = pageOf('<form method="post"><input name="device_user_code"></form>');
  assert.equal(next({ form: [['device_user_code', 'abcdefgh']] }, page).body, 'device_user_code=WXYZ-1234');
  assert.throws(() => next({ form: [['device_user_code', 'AAAABBBB']] }, page), MissingArtifact);
});

test('HTML §4.10.21.3: the form with most of the fields is sent, by its own method', () => {
  const page = pageOf(
    '<form action="/search?old=1"><input name="q"></form><form method="post" action="/one"><input name="a"></form><form method="post" action="/two"><input name="a"><input name="b"></form>',
  );
  assert.equal(
    next(
      {
        form: [
          ['b', '2'],
          ['a', '1'],
        ],
      },
      page,
    ).url,
    'https://sso.example.com/two',
  );
  const search = next({ form: [['q', 'x y']] }, page);
  assert.deepEqual(
    [search.method, search.url, search.body],
    ['GET', 'https://sso.example.com/search?q=x+y', undefined],
  );
});

test('contract "verify": a form without fields is the first of the page', () => {
  assert.equal(next({ form: [] }, pageOf('<form method="post" action="/one"></form>')).body, '');
});

test('contract "verify": another page than the recorded one is reported by its title and error', () => {
  const record = typed(['otp', '123456']);
  const page = pageOf('<title>We are sorry</title><p id="kc-error-message">Gone</p>');
  const refuses = (shown: Page | undefined, here: string, there: string, parts: RecordParts = record): void =>
    assert.throws(
      () => next(parts, shown),
      (error) => {
        assert.ok(error instanceof OtherPage);
        assert.deepEqual([error.here, error.there], [here, there]);
        return true;
      },
    );
  refuses(page, 'a form with otp', 'the page "We are sorry", which says "Gone"');
  refuses(SIGN_IN, 'a form with otp', 'the page ""');
  refuses(undefined, 'a form with otp', 'no page');
  refuses(pageOf(''), 'a form with a button', 'the page ""', { form: [] });
  refuses(SIGN_IN, 'a page with a link to /login-actions/restart', 'the page ""', {
    method: 'GET',
    path: '/realms/my%20shop/login-actions/restart',
  });
});

test('contract "verify": another page is reported without what the user typed', () => {
  assert.throws(
    () => next(typed(['new-field', 'hidden'], ['otp', 'hidden']), SIGN_IN),
    (error) =>
      error instanceof OtherPage && !`${error.here}${error.there}${error.message}`.includes('hidden'),
  );
});

test('contract "verify": one-click sign-in becomes one with the password of the other server', () => {
  assert.equal(
    next(typed(['user_id', 'u']), SIGN_IN).body,
    'credentialId=x&username=alice&password=new-password',
  );
  assert.throws(
    () => next({ form: [['user_id', 'u']], username: 'bob' }, SIGN_IN),
    new MissingArtifact('one-click sign-in exists only here; give the password of bob with --credentials'),
  );
});

test('contract "verify": the link to the same path is followed, the one with the most of the query first', () => {
  const page = pageOf(
    `<a href="${ACTION}?kc_locale=en&amp;tab_id=9">en</a><a href="${ACTION}?kc_locale=de&amp;tab_id=9#x">de</a><a href="https://app/auth/realms/other/login-actions/authenticate">x</a><a href="mailto:x@y">m</a>`,
  );
  const { url, method, body } = next(
    {
      method: 'GET',
      query: [
        ['tab_id', '1'],
        ['kc_locale', 'de'],
      ],
    },
    page,
  );
  assert.deepEqual([method, url, body], ['GET', `${ACTION}?kc_locale=de&tab_id=9#x`, undefined]);
  assert.equal(next({ method: 'GET' }, page).url, `${ACTION}?kc_locale=en&tab_id=9`);
});

test('Fetch Standard §3.1: a form names the origin of its page; an opaque origin stays so', () => {
  const origin = (value: string): string | undefined =>
    next({ ...typed(['username', 'alice']), headers: [['origin', value]] }, SIGN_IN).headers['origin'];
  assert.equal(origin('http://localhost:8080'), 'https://sso.example.com');
  assert.equal(origin('null'), 'null');
});

test('contract "verify": any fields and any page give a request or say why not', () => {
  const field = fc.tuple(fc.constantFrom('username', 'password', 'a', ''), fc.string());
  const html = fc
    .array(
      fc.constantFrom(
        '<form>',
        '</form>',
        '<input name=a>',
        '<a href=x>',
        '<input type=hidden name=username>',
        '<form method=post action=//h>',
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(field), html, fc.constantFrom('GET', 'POST'), (form, text, method) => {
      try {
        assert.ok(URL.canParse(next({ method, form }, pageOf(text)).url));
      } catch (error) {
        assert.ok(error instanceof OtherPage, String(error));
      }
    }),
  );
});
