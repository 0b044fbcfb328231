import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { ACME, addThemeFiles, writeThemes } from '#protocol/themes/testing/theme-files.ts';
import { FORM_CASES, realmOf } from '../testing/form-cases.ts';
import { callbackOf } from '../testing/login-browser.ts';
import { type LoginFixture, startLogin } from '../testing/login-fixture.ts';

interface Site {
  readonly fixture: LoginFixture;
  readonly folder: string;
  /** The sign-in page of a client. */
  signIn(clientId?: string, parameters?: Readonly<Record<string, string>>): Promise<string>;
  warnings(): readonly string[];
}

async function open(
  context: TestContext,
  realm: Partial<RealmRepresentation>,
  files: Readonly<Record<string, string>> = ACME,
): Promise<Site> {
  const { folder, remove } = writeThemes(files);
  const fixture = await startLogin(realm, { 'spi-theme-folder-dir': folder });
  context.after(async () => {
    await fixture.close();
    remove();
  });
  return {
    fixture,
    folder,
    signIn: async (clientId = 'shop', parameters = {}) =>
      (
        await fixture
          .browser()
          .open(
            String(
              new URLSearchParams({ client_id: clientId, redirect_uri: callbackOf(clientId), ...parameters }),
            ),
          )
      ).text,
    warnings: () => fixture.log.records.filter(({ level }) => level === 'WARN').map(({ message }) => message),
  };
}

const titleOf = (page: string): string | undefined => /id="kc-page-title"[^>]*>([^<]*)</.exec(page)?.[1];
const nameOf = (page: string): string | undefined =>
  /id="kc-header-wrapper"[^>]*>([\s\S]*?)<\/div>(?:<div class="us-languages|<\/header>)/.exec(page)?.[1];

test('Keycloak loginTheme: the pages of a realm have the stylesheets, class names and texts of its theme', async (context) => {
  const { signIn } = await open(context, { loginTheme: 'acme' });
  const page = await signIn();
  assert.match(page, /<link rel="stylesheet" href="\/resources\/theme\/login\/acme\/css\/acme\.css">/);
  assert.match(page, /<body id="keycloak-bg" class="acme-/);
  assert.match(page, /class="us-page login-pf-page us-themed"/);
  assert.equal(titleOf(page), 'Welcome');
});

test('Keycloak login_theme: the theme of a client comes before that of the realm', async (context) => {
  const { fixture, signIn } = await open(context, { loginTheme: 'acme' });
  await fixture.store.realms.update('r', (stored) => ({
    ...stored,
    clients: (stored.clients ?? []).map((client) =>
      client.clientId === 'plain' ? { ...client, attributes: { login_theme: 'keycloak' } } : client,
    ),
  }));
  assert.equal(titleOf(await signIn('shop')), 'Welcome');
  const page = await signIn('plain');
  assert.equal(titleOf(page), 'Sign in to your account');
  assert.match(page, /us-page login-pf-page/);
});

test('Keycloak: an error page has the theme of the client that the request names, or the realm’s', async (context) => {
  const { fixture } = await open(context, { loginTheme: 'acme' });
  const answer = await fixture.browser().open('redirect_uri=http%3A%2F%2Fevil.test%2F');
  assert.match(answer.text, /\/login\/acme\/css\/acme\.css/);
});

test('Keycloak texts: those of the realm come before the theme’s, the theme’s before ours, in each language', async (context) => {
  const { signIn } = await open(
    context,
    {
      loginTheme: 'acme',
      internationalizationEnabled: true,
      supportedLocales: ['en', 'de', 'pt-BR', 'xx'],
      localizationTexts: { en: { doLogIn: 'Enter' } },
    },
    { ...ACME, 'acme/login/messages/messages_xx.properties': 'loginAccountTitle=Xx xx\n' },
  );
  const english = await signIn();
  assert.equal(titleOf(english), 'Welcome');
  assert.match(english, />Enter<\/button>/);
  const german = await signIn('shop', { ui_locales: 'de' });
  assert.equal(titleOf(german), 'Bei Ihrem Konto anmelden');
  assert.equal(titleOf(await signIn('shop', { ui_locales: 'pt-BR' })), 'Bem-vindo');
  const own = await signIn('shop', { ui_locales: 'xx' });
  assert.equal(titleOf(own), 'Xx xx', 'a language of the theme alone');
  assert.match(own, /<html lang="xx"/);
});

test('Keycloak loginTitleHtml: the name of the realm with its markup, without what runs code', async (context) => {
  const { fixture, signIn } = await open(context, {
    displayNameHtml: '<div class="kc-logo-text"><span>Acme</span></div><script>alert(1)</script>',
  });
  assert.equal(nameOf(await signIn()), '<div class="kc-logo-text"><span>Acme</span></div>');
  const change = (realm: Partial<RealmRepresentation>) =>
    fixture.store.realms.update('r', (stored) => ({ ...stored, ...realm }));
  await change({ localizationTexts: { en: { loginTitleHtml: '<i>Our</i> {0}' } } });
  assert.match(nameOf(await signIn()) ?? '', /^<i>Our<\/i> <div class="kc-logo-text">/);
  await change({ displayNameHtml: '', displayName: '<b>A</b> & B', localizationTexts: {} });
  assert.equal(nameOf(await signIn()), '&lt;b&gt;A&lt;/b&gt; &amp; B', 'the plain name has no markup');
});

test('CSP: images of a realm’s name may be anywhere, those of other pages on the server alone', async (context) => {
  const { fixture } = await open(context, {
    displayNameHtml: '<img src="https://acme.test/logo.png" alt="Acme">',
  });
  const policyOf = async () =>
    String((await fixture.browser().open()).headers.get('content-security-policy'));
  assert.match(await policyOf(), /img-src 'self' data: http: https:;/);
  await fixture.store.realms.update('r', (stored) => ({ ...stored, displayNameHtml: 'Acme' }));
  assert.match(await policyOf(), /img-src 'self' data:;/);
});

test('a language without texts is named in the choice, although the page is in English', async (context) => {
  const languages = {
    internationalizationEnabled: true,
    supportedLocales: ['cs', 'pl'],
    defaultLocale: 'cs',
  };
  const { fixture, signIn } = await open(context, languages);
  assert.match(await signIn(), /<option value="" selected>English<\/option>/);
  await fixture.store.realms.update('r', (stored) => ({ ...stored, loginTheme: 'keycloak' }));
  assert.match(await signIn(), /id="kc-current-locale-link"[^>]*lang="en">English</);
});

test('bad input: a text of a theme with a broken placeholder is passed over and named in the log', async (context) => {
  const { signIn, warnings } = await open(
    context,
    { loginTheme: 'acme' },
    { ...ACME, 'acme/login/messages/messages_en.properties': 'loginAccountTitle=Hi {0}\ndoLogIn=Go {\n' },
  );
  const page = await signIn();
  assert.equal(titleOf(page), 'Sign in to your account');
  assert.match(page, />Sign In<\/button>/);
  for (const key of ['loginAccountTitle', 'doLogIn'])
    assert.ok(
      warnings().some((line) =>
        line.includes(`Text ${key} in messages_en.properties of theme acme is broken`),
      ),
      key,
    );
});

test('a changed theme shows at the next page', async (context) => {
  const { folder, signIn } = await open(context, { loginTheme: 'acme' });
  assert.equal(titleOf(await signIn()), 'Welcome');
  addThemeFiles(folder, { 'acme/login/messages/messages_en.properties': 'loginAccountTitle=Good evening\n' });
  assert.equal(titleOf(await signIn()), 'Good evening');
});

test('CSP: a themed page runs the theme’s scripts and no others', async (context) => {
  const { fixture } = await open(
    context,
    { loginTheme: 'acme' },
    {
      ...ACME,
      'acme/login/theme.properties': 'parent=keycloak\nscripts=js/x.js\n',
      'acme/login/resources/js/x.js': '',
    },
  );
  const { text, headers } = await fixture.browser().open();
  assert.match(text, /<script src="\/resources\/theme\/login\/acme\/js\/x\.js"><\/script>/);
  const policy = String(headers.get('content-security-policy'));
  assert.match(policy, /script-src 'self';/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
});

const BROKEN: Readonly<Record<string, string>> = {
  'broken/login/theme.properties':
    'parent=none\nstyles=css/none.css ../../x.css\nscripts=none.js\nkcInputClass="><script>alert(1)</script>\n',
  'broken/login/messages/messages_en.properties': 'loginAccountTitle={\ndoLogIn=<script>alert(1)</script>\n',
};

for (const loginTheme of ['broken', 'missing', 'keycloak', 'base', '../..', '<script>'])
  test(`bad input: with the theme ${loginTheme} every page shows`, async (context) => {
    const { folder, remove } = writeThemes(BROKEN);
    context.after(remove);
    for (const form of FORM_CASES) {
      const fixture = await startLogin({ ...realmOf(form), loginTheme }, { 'spi-theme-folder-dir': folder });
      const page = await form.open(fixture.browser(), fixture);
      await fixture.close();
      assert.ok(page.status < 500, `${form.name}: ${page.status}`);
      assert.match(page.text, new RegExp(`<form id="${form.formId}"`), form.name);
      assert.doesNotMatch(page.text, /<script>alert/, form.name);
    }
  });
