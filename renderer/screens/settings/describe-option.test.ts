import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { OPTION_ROWS } from '#protocol/contract/options.ts';
import { OPTION_TABLES } from '../../texts/de/options.ts';
import { showOptions } from '../../texts/option-text.ts';
import { text } from '../../texts/text.ts';
import {
  choiceHelpOf,
  describeFixed,
  describeUnit,
  helpOf,
  ORIGINS,
  SECTION_TITLES,
} from './describe-option.ts';
import { testSetting } from './test-setting.ts';

const { options, fixed } = OPTION_TABLES;
const CHOICE = testSetting({
  key: 'mail',
  type: 'choice',
  choices: [{ value: 'send', help: 'The help of the server.' }],
});

after(() => showOptions(undefined));

test('issue 18 "Console in languages": every option has a German help text, and nothing else has', () => {
  assert.deepEqual(Object.keys(options).sort(), OPTION_ROWS.map(({ key }) => key).sort());
});

test('issue 18 "Console in languages": exactly the choices of options have German help texts', () => {
  for (const { key, choices = [] } of OPTION_ROWS)
    assert.deepEqual(
      Object.keys(options[key]?.choices ?? {}).sort(),
      choices.map(({ value }) => value).sort(),
      key,
    );
});

test('issue 18 "Console in languages": German texts of options have no blanks at the ends and no straight quotation marks', () => {
  const texts = Object.values(options).flatMap(({ help, choices = {} }) => [help, ...Object.values(choices)]);
  for (const german of [...texts, ...Object.values(fixed)]) {
    assert.match(german, /^\S(.*\S)?$/);
    assert.doesNotMatch(german, /"|”/);
  }
});

test('console "Settings": sections, origins and units have the names that the server gives them', () => {
  for (const { section } of OPTION_ROWS) assert.equal(text(SECTION_TITLES[section]), section);
  for (const [origin, label] of Object.entries(ORIGINS)) assert.equal(text(label), origin);
  for (const { unit } of OPTION_ROWS) if (unit !== undefined) assert.equal(describeUnit(unit), unit);
  assert.equal(describeUnit('parsecs'), 'parsecs');
});

test('console "Settings": English texts are those of the server', () => {
  showOptions(undefined);
  assert.equal(helpOf(testSetting()), 'Port to listen on.');
  assert.equal(choiceHelpOf(CHOICE, 'send'), 'The help of the server.');
  assert.equal(describeFixed(testSetting({ notEditableBecause: 'It says so.' })), 'It says so.');
  assert.equal(describeFixed(testSetting()), 'This cannot be changed here.');
});

test('issue 18 "Console in languages": German texts replace those of the server; values that are no choices have none', () => {
  showOptions(OPTION_TABLES);
  assert.match(helpOf(testSetting()), /freien Port/);
  assert.match(choiceHelpOf(CHOICE, 'send'), /Mailserver des Realms/);
  for (const value of ['', 'capture', 'toString']) assert.equal(choiceHelpOf(CHOICE, value), '');
});

const OVER_HTTP =
  'It names a file, so it cannot be changed over HTTP. Set it in x.conf or on the command line.';

for (const [part, reason] of [
  [{ key: 'config-file', type: 'file', origin: 'command line', place: '--config-file' }, 'configFile'],
  [{ type: 'file', origin: 'command line', place: '--log-file', notEditableBecause: OVER_HTTP }, 'file'],
  [{ type: 'files' }, 'files'],
  [{ type: 'folder' }, 'folder'],
  [{ type: 'boolean' }, 'trust'],
  [{ type: 'address-list' }, 'trust'],
  [{ type: 'integer' }, 'partOfAddress'],
  [{ type: 'gelf-host' }, 'address'],
] as const)
  test(`console "Settings": ${JSON.stringify(part)} is fixed because of ${reason}`, () => {
    showOptions(OPTION_TABLES);
    assert.equal(describeFixed(testSetting(part)), fixed[reason]);
  });

test('console "Settings": an option that is set outside the file names the flag or the variable', () => {
  showOptions(OPTION_TABLES);
  const flag = testSetting({
    origin: 'command line',
    place: '--http-port',
    notEditableBecause: 'It is set on the command line (--http-port). Start without it.',
  });
  assert.match(describeFixed(flag), /auf der Befehlszeile gesetzt \(--http-port\)/);
  const variable = testSetting({
    origin: 'environment',
    place: 'KC_HTTP_PORT',
    notEditableBecause: 'It is set by the environment variable KC_HTTP_PORT. Start without the variable.',
  });
  assert.match(describeFixed(variable), /Umgebungsvariable KC_HTTP_PORT/);
});
