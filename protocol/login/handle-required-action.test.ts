import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formAction } from './testing/browser.ts';
import { startLogin } from './testing/login-fixture.ts';
import { atAction } from './testing/required-action.ts';

const TERMS = 'kc-terms-form';

test('the page of an action has its own URL, so that reloading it submits nothing', () =>
  atAction('TERMS_AND_CONDITIONS', async ({ fixture }) => {
    const browser = fixture.browser();
    const answer = await browser.signIn(await browser.open(), 'alice', 'alice-password');
    assert.equal(answer.status, 302);
    const url = new URL(answer.headers.get('location') ?? '');
    assert.equal(url.pathname, '/realms/r/login-actions/required-action');
    assert.equal(url.searchParams.get('execution'), 'TERMS_AND_CONDITIONS');
  }));

test('several actions are shown one after another, then the client gets its answer', async () => {
  const fixture = await startLogin({
    users: [
      {
        id: 'alice-id',
        username: 'alice',
        email: 'alice@example.test',
        credentials: [{ type: 'password', value: 'alice-password' }],
        requiredActions: ['VERIFY_EMAIL', 'TERMS_AND_CONDITIONS', 'webauthn-register'],
      },
    ],
  });
  try {
    const browser = fixture.browser();
    const signedIn = await browser.signIn(await browser.open('client_id=asking'), 'alice', 'alice-password');
    const terms = await browser.follow(signedIn);
    const email = await browser.follow(await browser.post(formAction(terms, TERMS), { accept: 'true' }));
    const consent = await browser.follow(
      await browser.post(formAction(email, 'kc-verify-email-form'), { verify: 'true' }),
    );
    const answer = await browser.post(formAction(consent, 'understudy-consent'), { accept: 'Yes' });
    assert.equal(await browser.usernameOf(answer), 'alice');
    const alice = await fixture.store.users.find('r-id', 'alice-id');
    assert.deepEqual(alice?.requiredActions, ['webauthn-register'], 'what has no page is left alone');
  } finally {
    await fixture.close();
  }
});

test('a form of another action or another browser and an old form have no effect', () =>
  atAction('TERMS_AND_CONDITIONS', async ({ page, send, browser, fixture, alice }) => {
    const action = formAction(page, TERMS);
    const other = action.replace('TERMS_AND_CONDITIONS', 'VERIFY_EMAIL');
    assert.match((await browser.post(other, { accept: 'true' })).text, /Page has expired/);
    assert.equal((await fixture.browser().post(action, { accept: 'true' })).status, 400);
    await send(TERMS, {});
    assert.match((await browser.post(action, { accept: 'true' })).text, /Page has expired/);
    assert.deepEqual((await alice()).requiredActions, ['TERMS_AND_CONDITIONS']);
  }));

test('the form of an action sent before authentication has no effect', () =>
  atAction('TERMS_AND_CONDITIONS', async ({ fixture, alice }) => {
    const browser = fixture.browser();
    const form = formAction(await browser.open());
    const action = form
      .replace('/authenticate?', '/required-action?')
      .replace('username-password', 'TERMS_AND_CONDITIONS');
    assert.match((await browser.post(action, { accept: 'true' })).text, /id="kc-form-login"/);
    assert.deepEqual((await alice()).requiredActions, ['TERMS_AND_CONDITIONS']);
  }));

test('OIDC Core §3.1.2.6: prompt=none is refused with interaction_required while a required action is pending', () =>
  atAction('TERMS_AND_CONDITIONS', async ({ send, browser, fixture }) => {
    await send(TERMS, { accept: 'true' });
    assert.equal(await browser.usernameOf(await browser.open('prompt=none')), 'alice');
    await fixture.store.users.update('r-id', 'alice-id', (user) => ({
      ...user,
      requiredActions: ['UPDATE_PROFILE'],
    }));
    assert.equal((await browser.open('prompt=none')).leadsTo['error'], 'interaction_required');
    assert.match((await browser.open()).text, /kc-update-profile-form/);
  }));

test('of two identical forms sent at once, one is processed', () =>
  atAction('TERMS_AND_CONDITIONS', async ({ send }) => {
    const answers = await Promise.all([send(TERMS, { accept: 'true' }), send(TERMS, { accept: 'true' })]);
    assert.equal(answers.filter(({ leadsTo }) => 'code' in leadsTo).length, 1);
  }));

test('Activity shows what is wrong with a form and which action was completed', () =>
  atAction('TERMS_AND_CONDITIONS', async ({ send, fixture }) => {
    const shown = await send(TERMS, {});
    const [refused] = fixture.activity.list({}).records.filter((record) => record.refusal !== undefined);
    assert.match(refused?.refusal?.reason ?? '', /alice's answer to TERMS_AND_CONDITIONS was rejected/);
    await send(TERMS, { accept: 'true' }, shown);
    const id = fixture.activity.list({}).records[0]?.id ?? '';
    const decisions = fixture.activity.find(id, { reveal: false })?.decisions ?? [];
    assert.ok(decisions.some(({ rule, outcome }) => rule === 'required-action' && outcome === 'passed'));
  }));
