// Shows the forms of the account journey, and checks how a bad submission of one is refused.

import assert from 'node:assert/strict';
import { collect } from '#protocol/store/collect.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { type Field, formAction, type TestPage } from './browser.ts';
import type { FormCase } from './form-cases.ts';
import type { LoginBrowser } from './login-browser.ts';
import type { LoginFixture } from './login-fixture.ts';

/** The fields of a form, with the values that the page fills in. */
export function readFields({ text }: TestPage, formId: string): ReadonlyMap<string, string> {
  const form = new RegExp(`<form id="${formId}"[\\s\\S]*?</form>`).exec(text)?.[0] ?? '';
  const controls = [...form.matchAll(/<(?:input|select|textarea|button)[^>]* name="([^"]+)"[^>]*>/g)];
  return new Map(
    controls.map(([control, name = '']) => [
      name,
      / type="hidden"/.test(control) ? (/ value="([^"]*)"/.exec(control)?.[1] ?? '') : '',
    ]),
  );
}

/** What the page says to the person, without its headings. */
export function explanationOf({ text }: TestPage): string {
  const places = [
    ...text.matchAll(/ role="alert"[^>]*>([\s\S]*?)<\/(?:span|div)>/g),
    ...text.matchAll(/class="(?:[^"]* )?kc-feedback-text">([\s\S]*?)<\/span>/g),
    ...text.matchAll(/id="(?:kc-error-message|kc-info-message|instruction1)"[^>]*>([\s\S]*?)<\/(?:div|p)>/g),
  ];
  return places
    .map(([, content = '']) => content.replace(/<[^>]*>/g, '').trim())
    .join(' ')
    .trim();
}

/** A form that is shown, and how things are before it is sent. */
export interface Shown {
  readonly browser: LoginBrowser;
  readonly page: TestPage;
  readonly action: string;
  /** The right values. */
  readonly right: readonly Field[];
}

export async function show(form: FormCase, fixture: LoginFixture): Promise<Shown> {
  const browser = fixture.browser();
  const page = await form.open(browser, fixture);
  const filled = form.fill(page, fixture);
  const own = [...readFields(page, form.formId)].filter(([, value]) => value !== '');
  const right = Object.entries({ ...Object.fromEntries(own), ...filled });
  return { browser, page, action: formAction(page, form.formId), right };
}

export const usersOf = ({ store }: LoginFixture): Promise<readonly StoredUser[]> =>
  collect(store.users.each('r-id'));

/** Puts back what an accepted form has changed; time goes on, so that one-time codes are new. */
export async function restore({ store, clock }: LoginFixture, users: readonly StoredUser[]): Promise<void> {
  for (const { id } of await collect(store.users.each('r-id'))) await store.users.remove('r-id', id);
  for (const user of users) await store.users.create('r-id', user);
  clock.setOffsetMs(clock.now() - Date.UTC(2030, 0, 1) + 90_000);
}

function newestRefusal({ activity }: LoginFixture) {
  const [record] = activity.list({}).records.filter(({ title }) => !/page$/.test(title));
  const [refused] = activity.list({}).records.filter(({ refusal }) => refusal !== undefined);
  if (record === undefined || record.id !== refused?.id) return undefined;
  const { decisions = [] } = activity.find(refused.id, { reveal: false }) ?? {};
  const rule = decisions.find(({ outcome }) => outcome === 'refused')?.rule;
  return { rule, reason: refused.refusal?.reason ?? '', remedy: refused.refusal?.remedy ?? '' };
}

export function assertHarmless({ status, text }: TestPage, what: string): void {
  assert.ok(status < 500, `${what}: status ${status}`);
  assert.doesNotMatch(text, /<script>alert/, what);
}

/** A page that explains, the same in Activity, and nothing is stored. */
export async function assertRefused(
  fixture: LoginFixture,
  { browser }: Pick<Shown, 'browser'>,
  answer: TestPage,
  expected: { readonly rule: string | RegExp; readonly users: readonly StoredUser[]; readonly what: string },
): Promise<void> {
  const { rule, users, what } = expected;
  const refusal = newestRefusal(fixture);
  assertHarmless(answer, what);
  assert.equal(answer.leadsTo['code'], undefined, `${what}: nobody may be signed in`);
  const page = await browser.follow(answer);
  assert.notEqual(explanationOf(page), '', `${what}: the page says nothing: ${page.status} ${page.text}`);
  assert.ok(refusal !== undefined, `${what}: not in Activity`);
  assert.match(refusal.rule ?? '', typeof rule === 'string' ? new RegExp(`^(${rule})$`) : rule, what);
  assert.ok(refusal.reason !== '' && refusal.remedy !== '', `${what}: no reason or remedy`);
  assert.ok(refusal.reason.length < 2000, `${what}: a reason of ${refusal.reason.length} characters`);
  assert.deepEqual(await usersOf(fixture), users, `${what}: nothing may be stored`);
  assert.equal(await browser.isSignedIn(), false);
}
