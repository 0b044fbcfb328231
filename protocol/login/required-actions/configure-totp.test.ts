import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeOneTimePassword, decodeBase32 } from '#protocol/crypto/one-time-password.ts';
import { userEventsOf } from '#protocol/events/user-events.ts';
import { formAction, linkTarget, type TestPage } from '../testing/browser.ts';
import { decodeQrCode } from '../testing/decode-qr-code.ts';
import type { LoginFixture } from '../testing/login-fixture.ts';
import { atAction } from '../testing/required-action.ts';

const ACTION = 'CONFIGURE_TOTP';
const SECRET = 'abcdefghij0123456789';
const FORM = 'kc-totp-settings-form';
const CODE = 'totp';

/** The secret that an app reads from the QR code. */
function secretOf(page: TestPage): Buffer {
  const image = /id="kc-totp-secret-qr-code" src="data:image\/png;base64,([^"]*)"/.exec(page.text)?.[1];
  const { searchParams } = new URL(decodeQrCode(image).text);
  return decodeBase32(searchParams.get('secret') ?? '') ?? Buffer.alloc(0);
}

/** The secret as the user would type it. */
function typedSecretOf(page: TestPage): string {
  const key = /id="kc-totp-secret-key">([^<]*)</.exec(page.text)?.[1] ?? '';
  return String(decodeBase32(key) ?? '');
}

const ALLOWED = { attributes: { 'understudy.oneClickSignIn': 'true' } };
const fieldOf = ({ text }: TestPage, id: string) =>
  new RegExp(`id="${id}" name="[^"]*" value="([^"]*)"`).exec(text)?.[1];

function codeOf(page: TestPage, fixture: LoginFixture, steps = 0): string {
  const counter = Math.floor(fixture.clock.now() / 30_000) + steps;
  return computeOneTimePassword(secretOf(page), counter, { digits: 6, algorithm: 'HmacSHA1' });
}

test('the page shows a QR code of the otpauth URI, with the ids of Keycloak’s page', () =>
  atAction(ACTION, async ({ page }) => {
    assert.equal(secretOf(page).toString(), fieldOf(page, 'totpSecret'));
    for (const id of ['totp', 'userLabel', 'saveTOTPBtn', 'kc-totp-settings', 'kc-totp-supported-apps'])
      assert.match(page.text, new RegExp(`id="${id}"`));
    assert.match(page.text, /otpauth:\/\/totp\/Realm%20%3CR%3E:alice\?secret=/);
    assert.match(page.text, /alt="QR code with the key for your authenticator app"/);
    assert.match(page.headers.get('content-security-policy') ?? '', /img-src 'self' data:/);
    assert.doesNotMatch(page.text, /kc-totp-secret-key|<script/);
  }));

test('"Unable to scan?" shows the same key to type, with its settings, and a rejected form stays there', () =>
  atAction(ACTION, async ({ page, browser, send }) => {
    const manual = await browser.get(linkTarget(page, 'mode-manual'));
    assert.match(manual.text, /id="kc-totp-secret-key">(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}</);
    assert.equal(typedSecretOf(manual), secretOf(page).toString());
    for (const id of ['kc-totp-type', 'kc-totp-algorithm', 'kc-totp-digits', 'kc-totp-period'])
      assert.match(manual.text, new RegExp(`id="${id}"`));
    assert.equal(fieldOf(manual, 'mode'), 'manual');
    const again = await send(FORM, { totp: '000000', mode: 'manual' }, manual);
    assert.equal(typedSecretOf(again), secretOf(page).toString());
    const scan = await browser.get(linkTarget(again, 'mode-barcode'));
    assert.deepEqual(secretOf(scan), secretOf(page));
  }));

test('a display name too long for a QR code: the page has the key to type instead', () =>
  atAction(
    ACTION,
    async ({ page }) => {
      assert.equal(typedSecretOf(page), fieldOf(page, 'totpSecret'));
      assert.doesNotMatch(page.text, /kc-totp-secret-qr-code|mode-barcode/);
    },
    { realm: { displayName: '<b>'.repeat(2000) } },
  ));

test('Keycloak’s apps are named where they support the settings of the realm', async () => {
  const appsOf = ({ text }: TestPage) => [
    ...(/id="kc-totp-supported-apps">(.*?)<\/ul>/.exec(text)?.[1] ?? '').matchAll(/<li>([^<]*)/g),
  ];
  for (const [realm, count] of [
    [{}, 3],
    [{ otpPolicyDigits: 8 }, 2],
    [{ otpPolicyPeriod: 60 }, 1],
  ] as const)
    await atAction(ACTION, async ({ page }) => assert.equal(appsOf(page).length, count), { realm });
});

test('a code of the new device stores it in Keycloak’s format, and later sign-ins require it', () =>
  atAction(ACTION, async ({ page, send, alice, browser, fixture }) => {
    const answer = await send(FORM, { totp: codeOf(page, fixture), userLabel: 'Phone' });
    assert.equal(await browser.usernameOf(answer), 'alice');
    const stored = await alice();
    assert.deepEqual(stored.requiredActions, []);
    const device = stored.credentials?.find(({ type }) => type === 'otp');
    assert.equal(device?.userLabel, 'Phone');
    assert.equal(device?.secretData, JSON.stringify({ value: secretOf(page).toString() }));
    const later = fixture.browser();
    const next = await later.signIn(await later.open(), 'alice', 'alice-password');
    const code = codeOf(page, fixture, 1);
    assert.equal((await later.post(formAction(next, 'kc-otp-login-form'), { otp: code })).status, 302);
  }));

test('a wrong or missing code stores nothing and shows the same key again', () =>
  atAction(ACTION, async ({ page, send, alice }) => {
    let shown = page;
    for (const [totp, problem] of [
      ['', /input-error-otp-code.*Please specify authenticator code\./],
      ['000000', /Invalid authenticator code\./],
    ] as const) {
      shown = await send(FORM, { totp, userLabel: '<Phone>' }, shown);
      assert.match(shown.text, problem);
      assert.match(shown.text, /value="&lt;Phone&gt;"/);
      assert.deepEqual(secretOf(shown), secretOf(page));
    }
    assert.equal(
      (await alice()).credentials?.some(({ type }) => type === 'otp'),
      false,
    );
  }));

test('a secret sent in the form is ignored', () =>
  atAction(ACTION, async ({ send, alice, fixture }) => {
    const own = Buffer.from('chosen-by-the-sender');
    const counter = Math.floor(fixture.clock.now() / 30_000);
    const totp = computeOneTimePassword(own, counter, { digits: 6, algorithm: 'HmacSHA1' });
    const shown = await send(FORM, { totp, totpSecret: String(own) });
    assert.match(shown.text, /Invalid authenticator code\./);
    assert.equal((await alice()).credentials?.length, 1);
  }));

test('a counter-based device starts after the code that confirmed it', () =>
  atAction(
    ACTION,
    async ({ page, send, alice, browser }) => {
      const totp = computeOneTimePassword(secretOf(page), 7, { digits: 6, algorithm: 'HmacSHA1' });
      assert.equal(await browser.usernameOf(await send(FORM, { totp })), 'alice');
      const device = (await alice()).credentials?.find(({ type }) => type === 'otp');
      assert.match(device?.credentialData ?? '', /"subType":"hotp".*"counter":8/);
    },
    { realm: { otpPolicyType: 'hotp', otpPolicyInitialCounter: 7 } },
  ));

test('a second device needs a name, so that the devices can be told apart', () =>
  atAction(
    ACTION,
    async ({ page: first, browser, send, alice, fixture }) => {
      const counter = Math.floor(fixture.clock.now() / 30_000);
      const otp = computeOneTimePassword(Buffer.from(SECRET), counter, { digits: 6, algorithm: 'HmacSHA1' });
      const page = await browser.follow(await send('kc-otp-login-form', { otp }, first));
      const totp = codeOf(page, fixture);
      const refused = await send(FORM, { totp, userLabel: '  ' }, page);
      assert.match(refused.text, /input-error-otp-label.*Please specify device name\./);
      assert.equal((await alice()).credentials?.length, 2);
      await send(FORM, { totp, userLabel: 'Second' }, refused);
      assert.equal((await alice()).credentials?.length, 3);
    },
    {
      user: {
        credentials: [
          { type: 'password', value: 'alice-password' },
          {
            id: 'phone',
            type: 'otp',
            secretData: JSON.stringify({ value: SECRET }),
            credentialData: '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}',
          },
        ],
      },
    },
  ));

test('differences "Current one-time codes": the code of the new device is filled in, and nothing entered is lost', () =>
  atAction(
    ACTION,
    async ({ page, send, alice, browser, fixture }) => {
      assert.match(page.text, /form="kc-totp-settings-form" id="understudy-fill-in"/);
      const filled = await send(FORM, { totp: '', userLabel: '<Phone>', mode: 'manual', 'fill-in': 'true' });
      assert.equal(filled.status, 200);
      assert.equal(fieldOf(filled, CODE), codeOf(page, fixture));
      assert.match(filled.text, /value="&lt;Phone&gt;"/);
      assert.equal(typedSecretOf(filled), secretOf(page).toString());
      assert.equal((await alice()).credentials?.length, 1);
      const answer = await send(FORM, { totp: fieldOf(filled, CODE) ?? '' }, filled);
      assert.equal(await browser.usernameOf(answer), 'alice');
    },
    { realm: ALLOWED },
  ));

test('differences "Current one-time codes": a counter-based device shows its first code until it is set up', () =>
  atAction(
    ACTION,
    async ({ page, send }) => {
      const first = computeOneTimePassword(secretOf(page), 7, { digits: 8, algorithm: 'HmacSHA256' });
      const filled = await send(FORM, { 'fill-in': 'true' });
      assert.equal(fieldOf(filled, CODE), first);
      assert.equal(fieldOf(await send(FORM, { 'fill-in': 'true' }, filled), CODE), first);
    },
    {
      realm: {
        ...ALLOWED,
        otpPolicyType: 'hotp',
        otpPolicyInitialCounter: 7,
        otpPolicyDigits: 8,
        otpPolicyAlgorithm: 'HmacSHA256',
      },
    },
  ));

test('refused: a realm without one-click sign-in fills nothing in, and Activity has the remedy', () =>
  atAction(ACTION, async ({ page, send, fixture }) => {
    assert.doesNotMatch(page.text, /understudy-fill-in/);
    const events: string[] = [];
    fixture.activity.observe((recorded) =>
      events.push(...userEventsOf(recorded, undefined).map(({ kind, error }) => `${kind} ${error}`)),
    );
    const refused = await send(FORM, { 'fill-in': 'true' });
    assert.match(refused.text, /input-error-otp-code.*The current code cannot be filled in\./);
    assert.equal(fieldOf(refused, CODE), '');
    const [record] = fixture.activity.list().records.filter((known) => known.refusal !== undefined);
    assert.match(record?.refusal?.remedy ?? '', /Set attribute understudy\.oneClickSignIn of realm r/);
    assert.deepEqual(events, ['UPDATE_TOTP not_allowed', 'UPDATE_CREDENTIAL not_allowed']);
  }));

test('refused: fields of 100,000 characters, with markup, or twice store nothing', () =>
  atAction(ACTION, async ({ page, send, alice, browser, fixture }) => {
    let shown = page;
    for (const fields of [
      { totp: '1'.repeat(100_000) },
      { totp: '<script>alert(1)</script>' },
      { totp: codeOf(page, fixture), userLabel: 'x'.repeat(100_000) },
      { totp: codeOf(page, fixture), userLabel: 'a\u0000b' },
    ]) {
      shown = await send(FORM, fields, shown);
      assert.equal(shown.status, 200);
      assert.doesNotMatch(shown.text, /<script>/);
    }
    const twice = new URLSearchParams([
      ['totp', '000000'],
      ['totp', codeOf(page, fixture)],
    ]);
    const answer = await fetch(new URL(formAction(shown, FORM), browser.baseUrl), {
      method: 'POST',
      body: twice,
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    assert.ok(answer.status < 500);
    assert.equal((await alice()).credentials?.length, 1);
  }));
