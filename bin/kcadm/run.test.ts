import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from './run.ts';
import { createTestHost, runLine } from './testing/host.ts';

const TRY = (name: string): string => `Try '${name}' for more information on the available options.\n`;

for (const [line, err] of [
  ['nonexistent', `Unmatched argument at index 0: 'nonexistent'\nDid you mean: `],
  ['creat users', `Unmatched argument at index 0: 'creat'\nDid you mean: kcadm.sh create`],
  ['xyz', `Unmatched argument at index 0: 'xyz'\n${TRY('kcadm.sh --help')}`],
  ['--nonexistent', `Unknown option: '--nonexistent'\n${TRY('kcadm.sh --help')}`],
  [
    'get users --nonexistent',
    `Unknown option: '--nonexistent'\nPossible solutions: --no-config, --noquotes\n${TRY('kcadm.sh get --help')}`,
  ],
  ['config initial-token', "Unmatched argument at index 1: 'initial-token'\n"],
  [
    'config credentail',
    `Unmatched argument at index 1: 'credentail'\nDid you mean: kcadm.sh config credentials`,
  ],
  ['config --nothing', `Unknown option: '--nothing'\n${TRY('kcadm.sh config --help')}`],
  ['help nothing', `Unknown command: nothing\n${TRY('kcadm.sh help')}`],
  ['help config nothing', `Unknown command: config nothing\n${TRY('kcadm.sh help')}`],
  [
    'config truststore a b',
    `Unmatched argument at index 3: 'b'\n${TRY('kcadm.sh config truststore --help')}`,
  ],
] as const) {
  test(`Keycloak: "${line}" is wrong usage, exit code 2, with the nearest known one`, async () => {
    const outcome = await runLine(line);
    assert.deepEqual([outcome.code, outcome.out], [2, '']);
    assert.ok(outcome.err.startsWith(err), outcome.err);
    assert.match(outcome.err, /\nTry '.*' for more information on the available options\.\n$/);
  });
}

for (const line of [
  '',
  'config',
  'create',
  'get',
  'update',
  'delete',
  'add-roles',
  'remove-roles',
  'set-password',
  'config credentials',
  'config truststore',
  'new-object',
  '-x',
  'get -r demo',
  'get --format csv',
]) {
  test(`Keycloak: "${line}" says too little: the help on standard output, exit code 2`, async () => {
    const { code, out, err } = await runLine(line);
    assert.deepEqual([code, err], [2, '']);
    assert.match(out, /^(Usage: kcadm\.sh |Keycloak Admin CLI\n)[\s\S]*\n\n$/);
  });
}

for (const line of [
  'help',
  '--help',
  'help get',
  'help config',
  'help config credentials',
  'get --help',
  'get users --help -r x',
  'config --help',
  'config truststore --help',
  'help --help',
  'new-object --help',
  '-x get --help',
]) {
  test(`Keycloak: "${line}" prints help, exit code 0`, async () => {
    const { code, out, err } = await runLine(line);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^(Usage: kcadm\.sh |Keycloak Admin CLI\n)/);
  });
}

test('the name of the program is that of the script', async () => {
  const { out } = await runLine('help', { program: 'kcadm.bat' });
  assert.match(out, /kcadm\.bat COMMAND/);
});

test('Keycloak -x: a failure shows where it happened, after the message', async () => {
  const line = 'create users -f /nowhere --server http://a --realm r';
  assert.equal((await runLine(line)).err, 'File not found: /nowhere\n');
  const { code, err } = await runLine(`-x ${line}`);
  assert.equal(code, 1);
  assert.match(err, /^File not found: \/nowhere\nCommandError: File not found: \/nowhere\n\s+at /);
});

test('a defect is reported with its place, exit code 1', async () => {
  const host = createTestHost({
    args: ['create', 'users', '-f', '-'],
    readInput: () => Promise.reject(new TypeError('defect')),
  });
  assert.equal(await run(host), 1);
  assert.match(host.err(), /^TypeError: defect\n\s+at /);
});
