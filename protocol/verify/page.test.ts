import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPage } from './page.ts';

const URL_OF_PAGE = 'https://sso.example.com/realms/shop/login-actions/authenticate?tab_id=1#top';

function formsIn(html: string): ReturnType<typeof readPage>['forms'] {
  return readPage(html, URL_OF_PAGE).forms;
}

function messageIn(html: string): string | undefined {
  return readPage(html, URL_OF_PAGE).message;
}

test('HTML §4.10.18: fields of a form are told apart by how they are sent', () => {
  const html = `<form action="x" method="post"><input type="hidden" name="a" value="1"><INPUT TYPE=HIDDEN NAME=b VALUE=2>
    <input name="c"><input type="password" name="d"><textarea name="e"></textarea><select name="f"></select>
    <input type="submit" name="g" value="Go"><button name="h" value="1">H</button><input type="IMAGE" name="i"></form>`;
  assert.deepEqual(
    formsIn(html)[0]?.fields.map(({ name, kind }) => `${name} ${kind}`),
    ['a hidden', 'b hidden', 'c input', 'd input', 'e input', 'f input', 'g button', 'h button', 'i button'],
  );
  assert.equal(formsIn(html)[0]?.fields[1]?.value, '2');
});

test('HTML §4.10.21.4: disabled fields and fields without a name are not sent', () => {
  const html = '<form><input name="a" disabled><input value="b"><input name="" value="c"><p name="d"></form>';
  assert.deepEqual(formsIn(html)[0]?.fields, []);
});

test('HTML §4.10.18.3: a field belongs to the form that it names, not to the one around it', () => {
  const html =
    '<form id="one"><input name="a"><input name="b" form="two"></form><form id="two"></form><input name="c" form="two"><input name="d" form="none">';
  assert.deepEqual(
    formsIn(html).map(({ fields }) => fields.map(({ name }) => name)),
    [['a'], ['b', 'c']],
  );
});

test('HTML §4.10.3: a form in a form is none of its own', () => {
  const forms = formsIn(
    '<form action="/one"><form action="/two"><input name="a"></form><input name="b"></form>',
  );
  assert.equal(forms.length, 1);
  assert.equal(forms[0]?.action, 'https://sso.example.com/one');
});

test('HTML §4.10.21.3: actions are absolute; without one it is the address of the page', () => {
  const actions = formsIn(
    '<form action="../x?a=1&amp;b=2"></form><form></form><form action=" "></form><form action="http://["></form>',
  ).map(({ action }) => action);
  assert.deepEqual(actions, [
    'https://sso.example.com/realms/shop/x?a=1&b=2',
    URL_OF_PAGE,
    URL_OF_PAGE,
    URL_OF_PAGE,
  ]);
});

test('HTML §4.10.21: a form is sent by GET unless it says POST, in any case', () => {
  const methods = formsIn('<form></form><form method="PoSt"></form><form method="put"></form>').map(
    ({ method }) => method,
  );
  assert.deepEqual(methods, ['GET', 'POST', 'GET']);
});

test('HTML §4.2.3: addresses are relative to the base of the page, if it names one', () => {
  const page = readPage(
    '<base href="/auth/"><a href="x">x</a><form action="y"></form><form></form>',
    'http://[::1]:8080/realms/a',
  );
  assert.deepEqual(page.links, ['http://[::1]:8080/auth/x']);
  assert.deepEqual(
    page.forms.map(({ action }) => action),
    ['http://[::1]:8080/auth/y', 'http://[::1]:8080/realms/a'],
  );
});

test('contract "verify": links are absolute, with their entities decoded; anchors without an address are none', () => {
  const { links } = readPage(
    '<a href="?a=1&amp;kc_locale=de">x</a><a name="y">y</a><a href="mailto:x@y">z</a>',
    URL_OF_PAGE,
  );
  assert.deepEqual(links, [
    'https://sso.example.com/realms/shop/login-actions/authenticate?a=1&kc_locale=de',
    'mailto:x@y',
  ]);
});

test('contract "verify": the error that a page shows is found by Keycloak\'s ids and classes', () => {
  const message = 'Invalid username or password.';
  for (const html of [
    `<div id="kc-error-message"><p class="instruction">${message}</p><a href="/">Back</a></div>`,
    `<span id="input-error" aria-live="polite">\n  Invalid   username <b>or</b> password.\n</span>`,
    `<span id="input-error-username"><i></i><span>Invalid username</span> or password.</span>`,
    `<div class="alert-error pf-c-alert"><span class="icon">!</span><span class="pf kc-feedback-text">${message}</span></div>`,
    `<div class="pf-m-danger">${message}</div>`,
  ])
    assert.equal(messageIn(html), message, html);
});

test('contract "verify": a page without an error has no message, even if its theme leaves room for one', () => {
  for (const html of [
    '',
    '<p>Sign in</p>',
    '<div id="input-error-container-username">\n</div>',
    '<div class="alert-info"><span class="kc-feedback-text">Update your password.</span></div>',
    '<div id="kc-error-message"></div>',
  ])
    assert.equal(messageIn(html), undefined, html);
  assert.equal(messageIn('<p id="input-error-a"></p><p id="input-error-b">Required</p>'), 'Required');
});

test('contract "verify": a title is one line, and empty without one', () => {
  assert.equal(readPage('<title>\n Sign in &amp;\t out </title>', URL_OF_PAGE).title, 'Sign in & out');
  assert.equal(readPage('<svg></svg>', URL_OF_PAGE).title, '');
});

test('contract "verify": any text can be read, however deeply nested', () => {
  const depth = 20_000;
  assert.deepEqual(readPage(`<svg>${'<g>'.repeat(depth)}<a href="/x">x</a>`, URL_OF_PAGE).links.length, 1);
  const part = fc.constantFrom(
    '<form',
    ' action=',
    '<input name=a',
    '>',
    '</form>',
    '"',
    'http://[',
    '<a href=',
    '<base href=',
    '<template>',
    '<!--',
    '&#0;',
    '<svg>',
    '<frameset>',
  );
  const text = fc.array(fc.oneof(part, fc.string())).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (each) => {
      const page = readPage(each, URL_OF_PAGE);
      for (const address of [...page.links, ...page.forms.map(({ action }) => action)])
        assert.ok(URL.canParse(address), address);
    }),
  );
});
