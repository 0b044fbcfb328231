import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { groupSteps, type Step } from './steps.ts';
import { createRecord, type RecordParts } from './testing/activity-record.ts';

let count = 0;

/** An exchange with an identifier of its own. */
function exchange(parts: RecordParts): ActivityRecord {
  count += 1;
  return createRecord({ id: String(count), ...parts });
}

function browser(parts: RecordParts = {}): ActivityRecord {
  return exchange({ from: 'browser', path: '/realms/shop/login-actions/authenticate', ...parts });
}

function redirect(location: string, parts: RecordParts = {}): ActivityRecord {
  return browser({
    status: 302,
    ...parts,
    answer: { headers: [...(parts.answer?.headers ?? []), ['location', location]] },
  });
}

function settingCookie(cookie: string, parts: RecordParts = {}): ActivityRecord {
  return browser({ ...parts, answer: { headers: [['set-cookie', `${cookie}; Path=/; HttpOnly`]] } });
}

function sizes(steps: readonly Step[]): readonly number[] {
  return steps.map(({ exchanges }) => exchanges.length);
}

function browsers(records: readonly ActivityRecord[]): readonly (number | undefined)[] {
  return groupSteps(records).map((step) => step.browser);
}

test('contract "verify": requests of applications are steps of their own, without a browser', () => {
  const steps = groupSteps([exchange({}), exchange({})]);
  assert.deepEqual(sizes(steps), [1, 1]);
  assert.deepEqual(
    steps.map((step) => step.browser),
    [undefined, undefined],
  );
});

test('contract "verify": no exchanges are no steps', () => {
  assert.deepEqual(groupSteps([]), []);
});

test('RFC 9110 §15.4: what a redirect of the server leads to belongs to its step', () => {
  const steps = groupSteps([
    redirect('http://localhost:8080/realms/shop/a?x=1&y=a%20b'),
    redirect('http://localhost:8080/realms/shop/b', {
      path: '/realms/shop/a',
      query: [
        ['y', 'a b'],
        ['x', '1'],
      ],
    }),
    browser({ path: '/realms/shop/b' }),
    browser({ path: '/realms/shop/b' }),
  ]);
  assert.deepEqual(sizes(steps), [3, 1]);
});

test('RFC 9110 §15.4: only the address that a redirect names continues it, by GET', () => {
  const to = 'http://localhost:8080/realms/shop/a?x=1';
  for (const parts of [
    { path: '/realms/shop/a' },
    { path: '/realms/shop/a', query: [['x', '2']] },
    {
      path: '/realms/shop/a',
      query: [
        ['x', '1'],
        ['x', '1'],
      ],
    },
    { path: '/realms/shop/b', query: [['x', '1']] },
    { path: '/realms/shop/a', query: [['x', '1']], method: 'POST' },
  ] as const)
    assert.deepEqual(sizes(groupSteps([redirect(to), browser(parts)])), [1, 1]);
});

test('contract "verify": a redirect without an address, or to none, ends its step', () => {
  for (const location of ['', '/realms/shop/a', 'http://['])
    assert.deepEqual(sizes(groupSteps([redirect(location), browser({ path: '/realms/shop/a' })])), [1, 1]);
});

test('contract "verify": other exchanges between a redirect and where it leads change nothing', () => {
  const steps = groupSteps([
    redirect('http://localhost:8080/realms/shop/a#fragment'),
    exchange({}),
    browser({ path: '/realms/shop/a' }),
  ]);
  assert.deepEqual(sizes(steps), [2, 1]);
});

test('contract "verify": a redirect that answers an application is not followed', () => {
  const answer = { headers: [['location', 'http://localhost:8080/realms/shop/a']] } as const;
  assert.deepEqual(sizes(groupSteps([exchange({ answer }), browser({ path: '/realms/shop/a' })])), [1, 1]);
});

test('RFC 6265 §5: a browser is known by the cookies that it was given', () => {
  assert.deepEqual(
    browsers([
      settingCookie('AUTH_SESSION_ID=a'),
      settingCookie('AUTH_SESSION_ID=b'),
      browser({ cookies: [['AUTH_SESSION_ID', 'b']] }),
      browser({
        cookies: [
          ['other', 'x'],
          ['AUTH_SESSION_ID', 'a'],
        ],
      }),
      browser({ cookies: [['AUTH_SESSION_ID', 'c']] }),
      browser(),
    ]),
    [0, 1, 1, 0, 2, 3],
  );
});

test('RFC 6265 §5: whoever is given a cookie or sends one back is a browser', () => {
  const given = exchange({ answer: { headers: [['set-cookie', 'A=1']] } });
  assert.deepEqual(
    browsers([given, exchange({ cookies: [['A', '1']] }), exchange({ cookies: [['A', '2']] })]),
    [0, 0, undefined],
  );
});

test('contract "verify": cookies that all browsers have in common do not tell them apart', () => {
  for (const shared of ['KEYCLOAK_LOCALE=de', 'KEYCLOAK_REMEMBER_ME=username:alice', 'KEYCLOAK_IDENTITY=']) {
    const [name = '', value = ''] = shared.split('=');
    assert.deepEqual(
      browsers([
        settingCookie('AUTH_SESSION_ID=a'),
        settingCookie('AUTH_SESSION_ID=b'),
        settingCookie(shared, { cookies: [['AUTH_SESSION_ID', 'a']] }),
        browser({
          cookies: [
            [name, value],
            ['AUTH_SESSION_ID', 'b'],
          ],
        }),
        browser({ cookies: [[name, value]] }),
      ]),
      [0, 1, 0, 1, 2],
      shared,
    );
  }
});

test('contract "verify": a cookie that a later exchange of a step sets belongs to the same browser', () => {
  assert.deepEqual(
    browsers([
      redirect('http://localhost:8080/realms/shop/a'),
      settingCookie('AUTH_SESSION_ID=a', { path: '/realms/shop/a' }),
      browser({ cookies: [['AUTH_SESSION_ID', 'a']] }),
    ]),
    [0, 0],
  );
});

test('contract "verify": a browser with an identity from before the recording was signed in', () => {
  const cookies = [['KEYCLOAK_IDENTITY', 'x']] as const;
  assert.deepEqual(
    groupSteps([browser({ cookies })]).map(({ wasSignedIn }) => wasSignedIn),
    [true],
  );
  const steps = groupSteps([settingCookie('KEYCLOAK_IDENTITY=x'), browser({ cookies }), browser()]);
  assert.deepEqual(
    steps.map(({ wasSignedIn }) => wasSignedIn),
    [false, false, false],
  );
});

test('contract "verify": each exchange is in one step, in the order of the recording', () => {
  const path = fc.constantFrom('/realms/shop/a', '/realms/shop/b');
  const record = fc.record({
    from: fc.constantFrom('browser' as const, 'application' as const),
    method: fc.constantFrom('GET', 'POST'),
    path,
    to: fc.option(path),
    cookie: fc.option(fc.constantFrom('A=1', 'A=2', 'A=', '=', '')),
  });
  fc.assert(
    fc.property(fc.array(record), (all) => {
      const records = all.map(({ to, cookie, from, method, path: at }) =>
        exchange({
          from,
          method,
          path: at,
          answer: {
            headers: [
              ...(to === null ? [] : [['location', `http://x${to}`] as const]),
              ...(cookie === null ? [] : [['set-cookie', cookie] as const]),
            ],
          },
        }),
      );
      const order = new Map(records.map(({ id }, index) => [id, index]));
      const steps = groupSteps(records).map(({ exchanges }) =>
        exchanges.map(({ id }) => order.get(id) ?? -1),
      );
      assert.deepEqual(
        steps.flat().sort((a, b) => a - b),
        [...records.keys()],
      );
      for (const step of steps)
        assert.deepEqual(
          step,
          step.toSorted((a, b) => a - b),
        );
      assert.deepEqual(
        steps.map(([first]) => first),
        steps.map(([first]) => first).sort((a = 0, b = 0) => a - b),
      );
    }),
  );
});
