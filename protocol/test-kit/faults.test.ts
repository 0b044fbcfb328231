import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FaultRequestWire } from '#protocol/contract/faults.ts';
import { createFaults, MAX_FAULTS, matchesRequest } from './faults.ts';

const NOBODY = { grant: undefined, clientId: undefined, username: undefined, session: undefined };
const clock = { now: () => Date.UTC(2030, 0, 1) };

function onToken(more: Partial<FaultRequestWire> = {}, match: Partial<FaultRequestWire['match']> = {}) {
  return { do: { status: 503 }, ...more, match: { endpoint: 'token', ...match } } as const;
}

for (const [match, facts] of [
  [{ endpoint: 'userinfo' }, NOBODY],
  [
    { endpoint: 'token', grant: 'password' },
    { ...NOBODY, grant: 'refresh_token' },
  ],
  [{ endpoint: 'token', grant: 'password' }, NOBODY],
  [
    { endpoint: 'token', client: 'web' },
    { ...NOBODY, clientId: 'Web' },
  ],
  [
    { endpoint: 'token', user: 'ann' },
    { ...NOBODY, username: 'anna' },
  ],
  [{ endpoint: 'token', user: 'ann' }, NOBODY],
] as const) {
  test(`test kit "faults": ${JSON.stringify(match)} does not match ${JSON.stringify(facts)}`, () => {
    assert.equal(matchesRequest(match, 'token', facts), false);
  });
}

test('test kit "faults": usernames match in any case, and absent members match everything', () => {
  assert.equal(
    matchesRequest({ endpoint: 'token', user: 'ANN' }, 'token', { ...NOBODY, username: 'ann' }),
    true,
  );
  assert.equal(matchesRequest({ endpoint: 'token' }, 'token', NOBODY), true);
});

test('test kit "faults": a fault hits once unless times says more, and then no longer counts as armed', () => {
  const faults = createFaults(clock);
  const once = faults.arm('r1', onToken());
  assert.equal(once?.times, 1);
  assert.equal(faults.isArmed('r1'), true);
  faults.take('r1', 'token', NOBODY)?.confirm('x1');
  assert.equal(faults.isArmed('r1'), false);
  assert.equal(faults.take('r1', 'token', NOBODY), undefined);
  const [spent] = faults.list('r1');
  assert.deepEqual([spent?.armed, spent?.hits, spent?.matched, spent?.exchanges], [false, 1, 2, ['x1']]);
});

test('test kit "faults": nth counts matching requests, whoever answered them, and not others', () => {
  const faults = createFaults(clock);
  faults.arm('r1', onToken({}, { nth: 3 }));
  assert.equal(faults.take('r1', 'userinfo', NOBODY), undefined);
  assert.equal(faults.take('r1', 'token', NOBODY), undefined);
  faults.arm('r1', onToken({ do: { drop: true } }));
  assert.deepEqual(faults.take('r1', 'token', NOBODY)?.request.do, { drop: true });
  assert.deepEqual(faults.take('r1', 'token', NOBODY)?.request.do, { status: 503 });
});

test('test kit "faults": of several due faults the first armed answers; the next one waits its turn', () => {
  const faults = createFaults(clock);
  faults.arm('r1', onToken({ do: { status: 500 } }));
  faults.arm('r1', onToken({ do: { status: 502 } }));
  assert.deepEqual(faults.take('r1', 'token', NOBODY)?.request.do, { status: 500 });
  assert.deepEqual(faults.take('r1', 'token', NOBODY)?.request.do, { status: 502 });
});

test('test kit "faults": a hit that had no effect is given back', () => {
  const faults = createFaults(clock);
  faults.arm('r1', onToken({ do: { wrongKey: true } }));
  faults.take('r1', 'token', NOBODY)?.giveBack();
  assert.deepEqual([faults.isArmed('r1'), faults.list('r1')[0]?.hits], [true, 0]);
});

test('test kit: the faults of one realm never reach another', () => {
  const faults = createFaults(clock);
  const armed = faults.arm('r1', onToken());
  assert.equal(faults.isArmed('r2'), false);
  assert.equal(faults.take('r2', 'token', NOBODY), undefined);
  assert.equal(faults.remove('r2', armed?.id ?? ''), false);
  faults.clear('r2');
  assert.equal(faults.find('r1', armed?.id ?? '')?.armed, true);
});

test('test kit "faults": a realm has a bounded number of armed faults, and of spent ones that are listed', () => {
  const faults = createFaults(clock);
  for (let index = 0; index < MAX_FAULTS; index += 1) faults.arm('r1', onToken());
  assert.equal(faults.arm('r1', onToken()), undefined);
  for (let index = 0; index < 2 * MAX_FAULTS; index += 1) {
    faults.take('r1', 'token', NOBODY);
    faults.arm('r1', onToken());
  }
  const listed = faults.list('r1');
  assert.equal(listed.filter(({ armed }) => armed).length, MAX_FAULTS);
  assert.equal(listed.length, 2 * MAX_FAULTS);
});
