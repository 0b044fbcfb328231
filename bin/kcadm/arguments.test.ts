import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Arguments, readArguments } from './arguments.ts';
import { UsageError } from './command-error.ts';
import type { OptionKey } from './options.ts';

const OPTIONS: readonly OptionKey[] = [
  'server',
  'set',
  'delete',
  'offset',
  'insecure',
  'targetRealm',
  'fields',
  'file',
];

function read(args: readonly string[], takesPositional = true): Arguments {
  return readArguments(args, { options: OPTIONS, takesPositional, words: 1 });
}

const REFUSED: readonly (readonly [args: readonly string[], message: string])[] = [
  [['--fiels', 'id'], "Unknown option: '--fiels'\nPossible solutions: --fields, --file"],
  [['users', '--username', 'admin'], "Unknown options: '--username', 'admin'"],
  [['--nothing'], "Unknown option: '--nothing'"],
  [['-rdemo'], "Unknown option: '-rdemo'"],
  [['users', 'groups'], "Unmatched argument at index 2: 'groups'"],
  [['users', 'a', 'b'], "Unmatched arguments from index 2: 'a', 'b'"],
  [['-s'], "Missing required parameter for option '--set' (<set>)"],
  [['-s', '-r', 'x'], "Expected parameter for option '--set' but found '-r'"],
  [['-s', '-r=x'], "Expected parameter for option '--set' but found '-r=x'"],
  [['--server', 'a', '--server', 'b'], "option '--server' (<server>) should be specified only once"],
  [['--insecure', '--insecure'], "option '--insecure' should be specified only once"],
  [['--offset', 'x'], "Invalid value for option '--offset' (<offset>): 'x' is not an int"],
  [['-o', '99999999999'], "Invalid value for option '--offset' (<offset>): '99999999999' is not an int"],
  [['--insecure=maybe'], "Invalid value for option '--insecure': 'maybe' is not a boolean"],
];

for (const [args, message] of REFUSED) {
  test(`Keycloak: "${args.join(' ')}" is refused in the words of its tool`, () => {
    assert.throws(
      () => read(args),
      (error) => error instanceof UsageError && error.message.startsWith(message),
    );
  });
}

test('a command without a positional argument takes none', () => {
  assert.throws(() => read(['users'], false), /^UsageError: Unmatched argument at index 1: 'users'$/);
});

test('Keycloak: options stand before or behind the URI, with a blank or =', () => {
  for (const args of [
    ['users', '-r', 'demo', '--server=http://a', '--insecure'],
    ['--server', 'http://a', '-r=demo', '--insecure=true', 'users'],
  ]) {
    const parsed = read(args);
    assert.equal(parsed.positional, 'users');
    assert.deepEqual([parsed.text('targetRealm'), parsed.text('server')], ['demo', 'http://a']);
    assert.equal(parsed.flag('insecure'), true);
  }
});

test('a flag can be switched off, and a value may look like an option of another command', () => {
  const parsed = read(['users', '--insecure=FALSE', '-s', '--username=x', '-o', '-1', '-f', '-']);
  assert.deepEqual([parsed.flag('insecure'), parsed.has('insecure')], [false, true]);
  assert.deepEqual(
    [parsed.list('set'), parsed.text('offset'), parsed.text('file')],
    [['--username=x'], '-1', '-'],
  );
});

test('Keycloak: -s and -d keep their order', () => {
  const parsed = read(['users', '-s', 'a=1', '-d', 'b', '-s', 'c=']);
  assert.deepEqual(
    parsed.given.map(({ key, value }) => [key, value]),
    [
      ['set', 'a=1'],
      ['delete', 'b'],
      ['set', 'c='],
    ],
  );
  assert.equal(parsed.has('file', 'offset'), false);
});

test('what follows -- is no option', () => {
  assert.equal(read(['--', '-r']).positional, '-r');
  assert.throws(() => read(['users', '--', '-r']), /^UsageError: Unknown option: '-r'/);
});
