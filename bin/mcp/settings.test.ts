import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionError } from '#protocol/errors/option-error.ts';
import { type McpProcess, type McpSettings, readSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'understudy-mcp-'));
writeFileSync(join(folder, 'empty.conf'), '');
const TOKEN = { UNDERSTUDY_ACCESS_TOKEN: 'token-of-an-administrator' };

function read(args: readonly string[], environment: McpProcess['environment'] = {}): McpSettings | string {
  const host = { environment, workingDirectory: folder, moduleUrl: import.meta.url };
  return readSettings({ ...host, args: ['mcp', '--config-file=empty.conf', ...args] });
}

function refusal(args: readonly string[], environment?: McpProcess['environment']): string {
  try {
    read(args, environment);
  } catch (error) {
    assert.ok(error instanceof OptionError);
    assert.equal(error.exitCode, 2);
    return error.toLine();
  }
  return assert.fail('accepted');
}

const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['something else than a URL', ['--url=localhost:8080'], /^--url: is not the base URL.*--url=http:/],
  ['a URL with a password', ['--url=http://a:b@localhost'], /^--url: is not the base URL/],
  ['a misspelt option', ['--data-dri=x'], /^--data-dri: unknown option\. Did you mean --data-dir\?/],
  ['a further word', ['demo'], /^demo: is not expected here/],
  ['an option without its value', ['--url'], /^--url: needs a value/],
  ['a port that only the server knows', ['--http-port=0'], /^--url: is missing, because http-port is 0/],
];

for (const [name, args, line] of REFUSED)
  test(`contract "Start": mcp refuses ${name}, and names the remedy`, () =>
    assert.match(refusal(args), line));

for (const url of [
  'https://sso.example.com',
  'http://192.168.0.7:8080',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://0.0.0.0:8080',
])
  test(`test kit "control key": the key of this machine is not sent to ${url}`, () =>
    assert.match(
      refusal([`--url=${url}`]),
      /^--url: is the address of another machine.*UNDERSTUDY_ACCESS_TOKEN/,
    ));

test('an empty access token is none', () =>
  assert.match(
    refusal(['--url=https://sso.example.com'], { UNDERSTUDY_ACCESS_TOKEN: ' ' }),
    /another machine/,
  ));

test('a server on another machine is used with an access token', () => {
  const settings = read(['--url=https://sso.example.com/auth/'], TOKEN);
  assert.ok(typeof settings === 'object');
  assert.equal(settings.url, 'https://sso.example.com/auth');
  assert.equal(settings.accessToken, 'token-of-an-administrator');
});

for (const url of ['http://localhost:1', 'http://127.0.0.9:1', 'http://[::1]:1', 'http://sso.localhost:1'])
  test(`${url} is on this machine, where the control key suffices`, () =>
    assert.equal((read([`--url=${url}`]) as McpSettings).url, url));

test('contract "Start": address and data directory follow the options, wherever they are set', () => {
  const environment = { UNDERSTUDY_HTTP_PORT: '8081', UNDERSTUDY_DATA_DIR: 'from-environment' };
  const settings = read([], environment) as McpSettings;
  assert.equal(settings.url, 'http://127.0.0.1:8081');
  assert.equal(settings.dataDir, join(folder, 'from-environment'));
  assert.equal((read(['--data-dir=given'], environment) as McpSettings).dataDir, join(folder, 'given'));
  assert.match(settings.version, /^\d+\.\d+/);
});

test('help and version are texts', () => {
  assert.match(String(read(['--help'])), /mcp \[--url=URL\]/);
  assert.match(String(read(['--version'])), /^Understudy \d[^\n]*\n$/);
});
