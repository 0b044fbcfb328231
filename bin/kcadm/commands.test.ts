import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments } from './arguments.ts';
import { COMMANDS, type CommandRow, isEmpty } from './commands.ts';
import { OPTIONS } from './options.ts';

function find(name: string): CommandRow {
  const row = COMMANDS.find((command) => command.name === name);
  assert.ok(row);
  return row;
}

test('a command has each name of an option once, and counts only its own options', () => {
  for (const { name, options, counts, usage, examples } of COMMANDS) {
    const names = options.flatMap((key) => OPTIONS[key].names);
    assert.equal(new Set(names).size, names.length, name);
    assert.ok(names.includes('--help') && names.includes('-x'), name);
    for (const text of [...usage, ...examples]) assert.ok(text.startsWith(name), `${name}: ${text}`);
    assert.ok(
      counts.every(
        (key) =>
          options.includes(key) ||
          ['token', 'file', 'body', 'set', 'delete', 'query', 'header', 'fields'].includes(key),
      ),
      name,
    );
  }
});

test('the examples of the help texts are read without a fault', () => {
  for (const { name, options, positional, examples } of COMMANDS)
    for (const example of examples) {
      const words = example
        .replace(/ < \S+$/, '')
        .split(' ')
        .slice(name.split(' ').length);
      readArguments(words, { options, takesPositional: positional !== undefined, words: 1 });
    }
});

for (const [name, line, empty] of [
  ['create', '', true],
  ['create', '-r demo', true],
  ['create', '-o -i', true],
  ['create', '-s a=b', false],
  ['create', 'users', false],
  ['get', '--format csv -o 5', true],
  ['get', '--server http://a', false],
  ['get-roles', '', false],
  ['add-roles', '-r demo', true],
  ['add-roles', '--uid 1', false],
  ['set-password', '-r demo', true],
  ['set-password', '-t', false],
  ['config credentials', '', true],
  ['config credentials', '--status', false],
  ['config truststore', '', true],
  ['new-object', '-c', true],
] as const) {
  test(`Keycloak: "${name} ${line}" is ${empty ? 'too little' : 'enough'} to do something`, () => {
    const row = find(name);
    const words = line.split(' ').filter(Boolean);
    const args = readArguments(words, {
      options: row.options,
      takesPositional: row.positional !== undefined,
      words: 1,
    });
    assert.equal(isEmpty(row, args, {}), empty);
  });
}

test('Keycloak: set-password with KC_CLI_PASSWORD alone lacks only the user', () => {
  const row = find('set-password');
  const args = readArguments([], { options: row.options, takesPositional: false, words: 1 });
  assert.equal(isEmpty(row, args, { KC_CLI_PASSWORD: 'x' }), false);
});
