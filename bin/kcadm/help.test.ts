import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMANDS } from './commands.ts';
import { renderCommandHelp, renderConfigHelp, renderGeneralHelp } from './help.ts';
import { OPTIONS } from './options.ts';

const FIRST_LINES: Readonly<Record<string, string>> = {
  'config credentials': 'Usage: kcadm.sh config credentials --server SERVER_URL --realm REALM [ARGUMENTS]',
  'config truststore':
    'Usage: kcadm.sh config truststore [TRUSTSTORE | --delete] [--trustpass PASSWORD] [ARGUMENTS]',
  create: 'Usage: kcadm.sh create ENDPOINT_URI [ARGUMENTS]',
  get: 'Usage: kcadm.sh get ENDPOINT_URI [ARGUMENTS]',
  update: 'Usage: kcadm.sh update ENDPOINT_URI [ARGUMENTS]',
  delete: 'Usage: kcadm.sh delete ENDPOINT_URI [ARGUMENTS]',
  'get-roles': 'Usage: kcadm.sh get-roles [--cclientid CLIENT_ID | --cid ID] [ARGUMENTS]',
  'add-roles':
    'Usage: kcadm.sh add-roles (--uusername USERNAME | --uid ID) [--cclientid CLIENT_ID | --cid ID] (--rolename NAME | --roleid ID)+ [ARGUMENTS]',
  'remove-roles':
    'Usage: kcadm.sh remove-roles (--uusername USERNAME | --uid ID) [--cclientid CLIENT_ID | --cid ID] (--rolename NAME | --roleid ID)+ [ARGUMENTS]',
  'set-password':
    'Usage: kcadm.sh set-password (--username USERNAME | --userid ID) [--new-password PASSWORD] [ARGUMENTS]',
  'new-object': 'Usage: kcadm.sh new-object [ARGUMENTS]',
};

test('Keycloak: the help of a command begins with its usage and explains every option', () => {
  assert.deepEqual(COMMANDS.map(({ name }) => name).sort(), Object.keys(FIRST_LINES).sort());
  for (const command of COMMANDS) {
    const text = renderCommandHelp('kcadm.sh', command);
    assert.equal(text.split('\n')[0], FIRST_LINES[command.name]);
    for (const key of command.options)
      assert.ok(text.includes(`\n  ${OPTIONS[key].names.join(', ')}`), `${command.name} ${key}`);
    assert.match(text, /\nUse 'kcadm\.sh help' for general information and a list of commands\n$/);
  }
});

test('Keycloak: the general help begins and ends as scripts know it, and lists the commands', () => {
  const lines = renderGeneralHelp('kcadm.bat').split('\n');
  assert.equal(lines[0], 'Keycloak Admin CLI');
  assert.deepEqual(lines.slice(-2), [
    "Use 'kcadm.bat help <command>' for more information about a given command.",
    '',
  ]);
  for (const { name, summary } of COMMANDS)
    assert.equal(
      lines.some((line) => line.startsWith(`  ${name} `)),
      summary !== undefined,
      name,
    );
});

test('Keycloak: the help of config has eight lines', () => {
  const text = renderConfigHelp('kcadm.sh');
  assert.equal(text.split('\n')[0], 'Usage: kcadm.sh config SUB_COMMAND [ARGUMENTS]');
  assert.equal(text.split('\n').length, 8);
});

test('no line of a help text that is not a usage or an example is wider than 100 columns', () => {
  const texts = COMMANDS.map((command) => renderCommandHelp('kcadm.sh', command));
  for (const text of [...texts, renderGeneralHelp('kcadm.sh'), renderConfigHelp('kcadm.sh')])
    for (const line of text.split('\n')) if (!line.includes('kcadm.sh ')) assert.ok(line.length <= 100, line);
});
