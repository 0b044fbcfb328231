import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { StoredUser } from '#protocol/store/store.ts';
import {
  assertHarmless,
  assertRefused,
  explanationOf,
  readFields,
  restore,
  show,
  usersOf,
} from './testing/bad-form.ts';
import type { Field } from './testing/browser.ts';
import { type FieldCase, FORM_CASES, realmOf } from './testing/form-cases.ts';
import { type LoginFixture, startLogin } from './testing/login-fixture.ts';

type Pairs = readonly Field[];
type Fault =
  | 'missing'
  | 'empty'
  | 'wrong'
  | 'twice'
  | '100,000 characters'
  | 'markup'
  | 'a control character';

const MARKUP = '"><script>alert(1)</script><b>';
/** What a field of each kind refuses; it takes the rest. */
const REFUSED: Readonly<Record<FieldCase['kind'], readonly Fault[]>> = {
  needed: ['missing', 'empty', 'wrong', 'twice', '100,000 characters', 'markup', 'a control character'],
  'new password': ['missing', 'empty', 'wrong', 'twice', '100,000 characters'],
  text: ['100,000 characters', 'a control character'],
  choice: ['missing'],
  mark: [],
  ignored: [],
};
const FAULTS: readonly Fault[] = REFUSED.needed;

const changed = (pairs: Pairs, field: string, value: string): Pairs =>
  pairs.map(([name, old]) => [name, name === field ? value : old]);

/** A checkbox or button that a person need not press. */
const withField = (right: Pairs, field: string): Pairs =>
  right.some(([name]) => name === field) ? right : [...right, [field, 'on']];

/** The faults of all fields. */
function listFaults(fields: Readonly<Record<string, FieldCase>>) {
  return Object.entries(fields).flatMap(([field, { kind, wrong }]) =>
    FAULTS.filter((fault) => wrong !== undefined || (fault !== 'wrong' && fault !== 'twice')).map(
      (fault) => ({
        field,
        fault,
        isRefused: REFUSED[kind].includes(fault),
      }),
    ),
  );
}

/** The right form with one fault. */
function makeWrong(right: Pairs, field: string, fieldCase: FieldCase | undefined, fault: Fault): Pairs {
  const { wrong = '', with: other } = fieldCase ?? {};
  const withValue = (value: string): Pairs => {
    const once = changed(right, field, value);
    return other === undefined ? once : changed(once, other, fault === 'wrong' ? 'different' : value);
  };
  switch (fault) {
    case 'missing':
      return right.filter(([name]) => name !== field);
    case 'empty':
      return withValue('');
    case 'wrong':
      return withValue(wrong);
    case 'twice':
      return [[field, wrong], ...right];
    case '100,000 characters':
      return withValue('x'.repeat(100_000));
    case 'markup':
      return withValue(MARKUP);
    case 'a control character':
      return withValue('a\u0000b');
  }
}

function assertNothingOddStored(users: readonly StoredUser[], what: string): void {
  const text = JSON.stringify(users);
  assert.doesNotMatch(text, /x{2000}/, what);
  assert.doesNotMatch(text, /\\u0000/, what);
}

for (const form of FORM_CASES)
  describe(`bad input, ${form.name}`, () => {
    let fixture: LoginFixture;
    let users: readonly StoredUser[];
    before(async () => {
      fixture = await startLogin(realmOf(form));
      users = await usersOf(fixture);
    });
    afterEach(() => restore(fixture, users));
    after(() => fixture.close());

    test('the table has every field of the form, and the right values are accepted', async () => {
      const { browser, page, action, right } = await show(form, fixture);
      assert.equal(page.status, 200);
      const known = Object.keys(form.fields);
      for (const name of readFields(page, form.formId).keys()) assert.ok(known.includes(name), name);
      const answer = await browser.post(action, right);
      assert.doesNotMatch(explanationOf(answer), /invalid|specify|not |error/i);
    });

    for (const { field, fault, isRefused } of listFaults(form.fields))
      test(`${field}, ${fault}: ${isRefused ? 'refused and explained' : 'does no harm'}`, async () => {
        const shown = await show(form, fixture);
        const wrong = makeWrong(withField(shown.right, field), field, form.fields[field], fault);
        const answer = await shown.browser.post(shown.action, wrong);
        const what = `${form.name}, ${field}, ${fault}`;
        if (isRefused) return assertRefused(fixture, shown, answer, { rule: form.rule, users, what });
        assertHarmless(answer, what);
        assertHarmless(await shown.browser.follow(answer), what);
        assertNothingOddStored(await usersOf(fixture), what);
      });
  });
