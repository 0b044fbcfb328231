import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Html, html } from '#protocol/http/html.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import { listFields } from '#protocol/realm/profile/profile-fields.ts';
import { BY_USERS, realmWithProfile } from '#protocol/realm/testing/profile.ts';
import { textsOf } from '../texts/page-texts.ts';
import { renderProfileInput } from './profile-input.ts';

interface Shown {
  readonly values?: readonly string[];
  readonly problem?: Html;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly autofocus?: boolean;
}

/** The input of attribute `a`, on one line. */
function render(attribute: object, shown: Shown = {}): string {
  const realm = realmWithProfile({ attributes: [{ name: 'a', ...BY_USERS, ...attribute }] });
  const field = listFields(realm, { form: 'update-profile', scopes: [] }).find(
    (each) => each.attribute.name === 'a',
  );
  assert.ok(field);
  const texts = textsOf(createTestExchange({ realm: realm.stored }));
  const input = { ...field, texts, values: [], problem: undefined, autofocus: false, ...shown };
  return String(renderProfileInput(input)).replaceAll('\n', '');
}

const annotated = (annotations: object): object => ({ annotations });
const choice = (inputType: string): object => ({
  annotations: { inputType, inputOptionLabels: { s: 'Small', xl: '<Large>' } },
  validations: { options: { options: ['s', 'm', 'xl'] } },
});

test('Keycloak theme: an attribute is a text field with its name as id, its label and its value, escaped', () => {
  const text = render({ displayName: 'Pets & <b>' }, { values: ['"cat"'] });
  assert.match(text, /<label for="a"[^>]*>Pets &amp; &lt;b&gt;<\/label>/);
  assert.match(text, /<input type="text" id="a" name="a" .*value="&quot;cat&quot;"/);
});

for (const [inputType, type] of [
  ['html5-email', 'email'],
  ['html5-tel', 'tel'],
  ['html5-date', 'date'],
  ['html5-number', 'number'],
  ['html5-password', 'text'],
  ['html5-"><script>', 'text'],
  ['unknown', 'text'],
] as const)
  test(`Keycloak theme: inputType ${inputType} is an input of type ${type}`, () => {
    assert.match(render(annotated({ inputType })), new RegExp(`<input type="${type}" id="a"`));
  });

test('Keycloak theme: annotations of limits, pattern and placeholder are on the element, escaped', () => {
  const text = render(
    annotated({
      inputTypePlaceholder: '"x',
      inputTypePattern: '[0-9]+',
      inputTypeMaxlength: 9,
      inputTypeMinlength: '2',
      inputTypeMin: '1',
      inputTypeMax: '5',
      inputTypeStep: '2',
      inputTypeSize: 4,
    }),
  );
  for (const part of [
    'placeholder="&quot;x"',
    'pattern="[0-9]+"',
    'maxlength="9"',
    'minlength="2"',
    'min="1"',
  ])
    assert.ok(text.includes(part), part);
  for (const part of ['max="5"', 'step="2"', 'size="4"']) assert.ok(text.includes(part), part);
});

test('WCAG 3.3.1: a problem is beside its field, which refers to it and to its help', () => {
  const text = render(annotated({ inputHelperTextBefore: 'Yours', inputHelperTextAfter: 'Or <i>' }), {
    problem: html`${'Not <b>so</b>.'}`,
  });
  assert.match(
    text,
    /aria-invalid="true" aria-describedby="input-error-a form-help-text-before-a form-help-text-after-a"/,
  );
  assert.match(text, /id="input-error-a" role="alert"[^>]*>Not &lt;b&gt;so&lt;\/b&gt;\.</);
  assert.match(text, /id="form-help-text-before-a"[^>]*>Yours</);
  assert.match(text, /id="form-help-text-after-a"[^>]*>Or &lt;i&gt;</);
});

test('a field that users cannot change is disabled, one that they must fill in is required', () => {
  assert.match(render({}, { readOnly: true }), / disabled /);
  assert.match(render({}, { required: true }), / required /);
  assert.doesNotMatch(render({}), / disabled | required /);
});

test('multivalued: each value has a field with a label of its own, and there is an empty one for another', () => {
  const text = render({ multivalued: true, displayName: 'Pet' }, { values: ['cat', 'dog'], required: true });
  assert.equal(text.match(/<input /g)?.length, 3);
  assert.match(text, /id="a" name="a".*id="a-1" name="a".*aria-label="Pet 2".*id="a-2" name="a"/);
  assert.equal(text.match(/ required /g)?.length, 1, 'only the first value is required');
  const kept = render({ multivalued: true }, { values: ['cat'], readOnly: true });
  assert.equal(kept.match(/<input /g)?.length, 1);
});

test('Keycloak theme: textarea keeps line breaks and markup as text', () => {
  const text = render(annotated({ inputType: 'textarea', inputTypeRows: 7, inputTypeMaxlength: 50 }), {
    values: ['</textarea><b>'],
  });
  assert.match(
    text,
    /<textarea id="a" name="a" .*rows="7" maxlength="50"[^>]*>&lt;\/textarea&gt;&lt;b&gt;<\/textarea>/,
  );
});

test('Keycloak theme: select has the options of the validator with their labels, and an empty one', () => {
  const text = render(choice('select'), { values: ['xl'] });
  assert.match(text, /<option value=""><\/option><option value="s" >Small<\/option><option value="m" >m</);
  assert.match(text, /<option value="xl" selected>&lt;Large&gt;<\/option>/);
  assert.doesNotMatch(text, /multiple/);
  assert.match(
    render(choice('multiselect'), { values: ['s', 'm'] }),
    /<select id="a" .*multiple[^>]*><option value="s" selected>/,
  );
});

for (const [inputType, type] of [
  ['select-radiobuttons', 'radio'],
  ['multiselect-checkboxes', 'checkbox'],
] as const)
  test(`Keycloak theme: ${inputType} are ${type} inputs in a group with a legend`, () => {
    const text = render({ ...choice(inputType), displayName: 'Size' }, { values: ['m'], readOnly: true });
    assert.match(text, /<fieldset class="us-field[^"]*"><legend[^>]*>Size<\/legend>/);
    assert.match(
      text,
      new RegExp(
        `<input type="${type}" id="a-m" name="a" value="m" checked disabled[^>]*>\\s*<label for="a-m"[^>]*>`,
      ),
    );
    assert.equal(text.match(/<input /g)?.length, 3);
  });

test('Keycloak theme: options come from another validator, and their labels from realm texts', () => {
  const text = render({
    annotations: {
      inputType: 'select',
      inputOptionsFromValidation: 'sizes',
      inputOptionLabelsI18nPrefix: 'size',
    },
    validations: { sizes: { options: ['s'] } },
  });
  assert.match(text, /<option value="s" >size\.s<\/option>/);
});

for (const [what, attribute] of [
  [
    'options that are no list',
    { ...annotated({ inputType: 'select' }), validations: { options: { options: 1 } } },
  ],
  ['labels that are no object', { annotations: { inputType: 'select', inputOptionLabels: 'x' } }],
  ['no annotations', { annotations: 'x' }],
  ['an annotation that is an object', annotated({ inputType: {}, inputTypeMaxlength: [] })],
] as const)
  test(`bad input: an attribute with ${what} still has its field`, () => {
    assert.match(render(attribute), /id="a" name="a"/);
  });
