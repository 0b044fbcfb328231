import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Difference } from './difference.ts';
import type { StepResult } from './replay.ts';
import { createReport, type Report, renderReport } from './report.ts';
import { createRecord, type RecordParts } from './testing/activity-record.ts';

const HEADING = { here: 'http://localhost:8080/realms/shop', there: 'https://sso.example.com/realms/shop' };
const DIFFERENCE: Difference = {
  kind: 'claim',
  name: 'access_token › aud',
  here: 'account',
  there: undefined,
};

function compared(parts: RecordParts, ...differences: readonly Difference[]): StepResult {
  return { step: { exchanges: [createRecord(parts)], browser: undefined, wasSignedIn: false }, differences };
}

function skipped(title: string, notReplayed: string): StepResult {
  return { step: { exchanges: [createRecord({ title })], browser: 0, wasSignedIn: false }, notReplayed };
}

function report(...results: readonly StepResult[]): Report {
  return createReport(results, HEADING);
}

function render(...results: readonly StepResult[]): string {
  return renderReport(report(...results));
}

test('contract "verify": the report counts flows, exchanges, differences and what was not replayed', () => {
  const { totals } = report(
    compared({ flow: 'a' }, DIFFERENCE, DIFFERENCE),
    compared({ flow: 'b' }),
    compared({ flow: 'a' }, DIFFERENCE),
    skipped('Registration', 'why'),
    skipped('Registration', 'why'),
  );
  assert.deepEqual(totals, { flows: 2, exchanges: 3, differences: 3, notReplayed: 2 });
});

test('contract "verify": without any exchange the report says that nothing was compared', () => {
  assert.equal(
    render(),
    `Recorded here:  ${HEADING.here}\nReplayed there: ${HEADING.there}\n\nNothing was compared.`,
  );
});

test('contract "verify": a flow is named by what began it, its client and its user', () => {
  const { flows } = report(
    compared({ title: 'Authorization request' }),
    compared({ title: 'Token request', clientId: 'web' }),
    compared({ title: 'Userinfo', clientId: 'other', username: 'alice' }),
    compared({ flow: 'b', title: 'Discovery' }),
  );
  assert.deepEqual(
    flows.map(({ title }) => title),
    ['Authorization request · web · alice', 'Discovery'],
  );
  assert.deepEqual(
    flows[0]?.exchanges.map(({ title }) => title),
    ['Authorization request', 'Token request', 'Userinfo'],
  );
});

test('contract "verify": each difference is shown with what was recorded and what was answered', () => {
  assert.equal(
    render(
      compared({ method: 'POST', path: '/realms/shop/x' }, DIFFERENCE, {
        kind: 'status',
        name: '',
        here: '200',
        there: '400',
      }),
    ),
    [
      `Recorded here:  ${HEADING.here}`,
      `Replayed there: ${HEADING.there}`,
      '',
      '  Token request: 1 exchange, 2 differences',
      '    Token request (POST /realms/shop/x)',
      '      claim access_token › aud',
      '        here:  account',
      '        there: (nothing)',
      '      status',
      '        here:  200',
      '        there: 400',
      '',
      '1 flow, 1 exchange: 2 differences.',
    ].join('\n'),
  );
});

test('contract "verify": a flow without differences is one line', () => {
  const text = render(compared({}), compared({}));
  assert.match(text, /^ {2}Token request: 2 exchanges, no differences$/m);
  assert.doesNotMatch(text, /^ {8}here/m);
});

test('contract "verify": the same difference of the same kind of exchange is shown once and counted', () => {
  const text = render(
    compared({}, DIFFERENCE),
    compared({ flow: 'b' }, DIFFERENCE),
    compared({ flow: 'b' }, DIFFERENCE, DIFFERENCE),
  );
  assert.equal(text.split('access_token › aud').length, 2);
  assert.match(text, /^ {6}1 difference as shown above$/m);
  assert.match(text, /^ {6}2 differences as shown above$/m);
  assert.match(text, /2 flows, 3 exchanges: 4 differences\.$/);
});

test('contract "verify": a difference with another value, place or kind of exchange is shown again', () => {
  const text = render(
    compared({}, DIFFERENCE),
    compared({}, { ...DIFFERENCE, there: 'x' }),
    compared({}, { ...DIFFERENCE, kind: 'member' }),
    compared({ title: 'Refresh' }, DIFFERENCE),
  );
  assert.doesNotMatch(text, /as shown above/);
  assert.equal(text.split('access_token › aud').length, 5);
});

test('contract "verify": what was not replayed is listed once for each reason', () => {
  const results = [
    skipped('A', 'why 1'),
    skipped('A', 'why 1'),
    skipped('A', 'why 2'),
    skipped('B', 'why 1'),
  ];
  assert.match(
    render(...results),
    /\n\nNot replayed:\n {2}A \(2 times\): why 1\n {2}A: why 2\n {2}B: why 1\n\n/,
  );
  assert.match(render(...results), /^Nothing was compared\.$/m);
  assert.deepEqual(report(...results).notReplayed[0], { title: 'A', why: 'why 1', count: 2 });
});

test('contract "verify": the JSON of the report has only what is compared', () => {
  const text = JSON.stringify(
    report(
      compared(
        {
          form: [['password', 'hidden']],
          headers: [['authorization', 'hidden']],
          query: [['code', 'hidden']],
          json: { client_secret: 'hidden' },
          answer: { json: { access_token: 'hidden' } },
          curl: 'hidden',
        },
        DIFFERENCE,
      ),
      skipped('A', 'why'),
    ),
  );
  assert.doesNotMatch(text, /hidden/);
  assert.deepEqual(Object.keys(JSON.parse(text) as object), [
    'here',
    'there',
    'totals',
    'flows',
    'notReplayed',
  ]);
});

test('contract "verify": a terminal shows an answer as text, whatever characters it has', () => {
  const text = render(
    compared({ title: 'a\u001b[2Jb' }, { ...DIFFERENCE, here: 'line 1\r\nline 2', there: '\u009b31m' }),
  );
  assert.match(text, /here: {2}line 1 line 2$/m);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (here) => {
      const lines = render(compared({}, { ...DIFFERENCE, here })).split('\n');
      assert.equal(lines.length, 10);
      for (const line of lines) assert.doesNotMatch(line, /\p{Cc}/u);
    }),
  );
  assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u);
});
