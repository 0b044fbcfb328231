import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { OptionKey } from '#protocol/contract/options.ts';
import { OptionError } from '#protocol/errors/option-error.ts';
import { resolveOptions } from '#protocol/start/config/resolve-options.ts';
import type { Report } from './report.ts';
import { REALM, startWithRealm, Traffic, WEB } from './testing/two-servers.ts';
import { type CommandEnd, type VerifyCommand, verify } from './verify-command.ts';

const here = await startWithRealm(REALM);
const there = await startWithRealm({ ...REALM, accessTokenLifespan: 60 });
const [same, empty] = [await startWithRealm(REALM), await startWithRealm(REALM)];
after(() => Promise.all([here, there, same, empty].map((server) => server.stop())));
await new Traffic(here.baseUrl).post('token', { ...WEB, grant_type: 'client_credentials' });

const folder = mkdtempSync(join(tmpdir(), 'understudy-verify-'));

interface Run {
  readonly flags?: Readonly<Record<string, string | undefined>>;
  readonly options?: Readonly<Partial<Record<OptionKey, string>>>;
  readonly administrator?: VerifyCommand['administrator'];
}

const ADMINISTRATOR = { username: 'admin', password: undefined, defaultPassword: 'admin' };

function run({ flags = {}, options = {}, ...given }: Run = {}): Promise<CommandEnd> {
  const { values } = resolveOptions({
    commandLine: new Map(Object.entries(options)),
    environment: {},
    home: folder,
    workingDirectory: folder,
  });
  const all = { server: here.baseUrl, realm: 'demo', against: there.baseUrl, ...flags };
  const administrator = 'administrator' in given ? given.administrator : ADMINISTRATOR;
  const named = Object.entries(all).filter((flag): flag is [string, string] => flag[1] !== undefined);
  return verify({ flags: new Map(named), values, workingDirectory: folder, administrator });
}

async function failure(options: Run): Promise<{ line: string; exitCode: number }> {
  const error = await run(options).then(
    () => assert.fail('ended well'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof OptionError, String(error));
  return { line: error.toLine(), exitCode: error.exitCode };
}

test('contract "verify": differences are printed with exit code 1', async () => {
  const { text, exitCode } = await run();
  assert.equal(exitCode, 1);
  assert.match(text, /member expires_in\n +here: +300\n +there: +60\n/);
  assert.match(text, /1 flow, 1 exchange: 2 differences\.$/);
});

test('contract "verify": a server that answers as recorded is exit code 0', async () => {
  const { text, exitCode } = await run({ flags: { against: same.baseUrl } });
  assert.equal(exitCode, 0);
  assert.match(text, /: no differences\.$/);
});

test('contract "verify": --report writes the report as JSON, without secrets and tokens', async () => {
  await run({ flags: { report: 'report.json' } });
  const text = readFileSync(join(folder, 'report.json'), 'utf8');
  const report = JSON.parse(text) as Report;
  assert.equal(report.totals.differences, 2);
  assert.equal(report.there, `${there.baseUrl}/realms/demo`);
  assert.doesNotMatch(text, /web-secret|"ey/);
});

test('contract "verify": --credentials replaces the secrets of the other server', async () => {
  writeFileSync(join(folder, 'credentials.json'), '{"clients":{"web":"wrong"}}');
  const { text } = await run({ flags: { credentials: 'credentials.json' } });
  assert.match(text, /status\n +here: +200\n +there: +401\n/);
  assert.doesNotMatch(text, /web-secret/);
});

test('contract "verify": without --server, the running Understudy is where the options let it listen', async () => {
  const { port } = new URL(here.baseUrl);
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const flags = { server: undefined, against: same.baseUrl };
    const { exitCode } = await run({ flags, options: { 'http-port': port, 'http-host': host } });
    assert.equal(exitCode, 0, host);
  }
});

const REFUSED: Readonly<Record<string, readonly [Run, line: RegExp, exitCode: number]>> = {
  'without --realm': [{ flags: { realm: '' } }, /^--realm: is missing\. Name the realm/, 2],
  'without --against': [{ flags: { against: '' } }, /^--against: is missing\. Give the other server/, 2],
  'a --server that is not a URL': [
    { flags: { server: 'here' } },
    /^--server: is not the base URL of a server\./,
    2,
  ],
  'a --server with a password': [
    { flags: { server: 'http://admin:hush@localhost' } },
    /^--server: is not the base URL of a server\. Write it like \S+$/,
    2,
  ],
  'no --server while any port may be taken': [
    { flags: { server: undefined }, options: { 'http-port': '0' } },
    /^--server: is missing, because http-port is 0\. Give the address/,
    2,
  ],
  'a container without an administrator’s password': [
    { administrator: { username: 'admin', password: undefined, defaultPassword: undefined } },
    /^bootstrap-admin-password: is missing\. Give the password/,
    2,
  ],
  'no administrator': [{ administrator: undefined }, /^bootstrap-admin-password: is missing\./, 2],
  'a missing file of credentials': [
    { flags: { credentials: 'none.json' } },
    /^--credentials: .*none\.json cannot be read \(ENOENT\)\. Write it like/,
    2,
  ],
  'a report that cannot be written': [
    { flags: { report: 'none/report.json' } },
    /^--report: .*none\/report\.json cannot be written \(ENOENT\)\. Name a file/,
    1,
  ],
  'a missing certificate authority': [
    { options: { 'truststore-paths': join(folder, 'none.pem') } },
    /^truststore-paths: /,
    2,
  ],
};

for (const [what, [options, line, exitCode]] of Object.entries(REFUSED))
  test(`contract "verify": ${what} is refused with exit code ${exitCode}`, async () => {
    const failed = await failure(options);
    assert.match(failed.line, line);
    assert.equal(failed.exitCode, exitCode);
  });

test('contract "verify": when nothing could be compared, the report says so with exit code 1', async () => {
  const late = await startWithRealm(REALM);
  const traffic = new Traffic(late.baseUrl);
  const grant = {
    ...WEB,
    grant_type: 'password',
    username: 'alice',
    password: 'alice-password',
    scope: 'openid',
  };
  const { body } = await traffic.post('token', grant);
  await late.activity.clear();
  await traffic.userinfo(body['access_token']);
  const { text, exitCode } = await run({ flags: { server: late.baseUrl } }).finally(() => late.stop());
  assert.match(text, /Userinfo: needs a token from before the recording began\n\nNothing was compared\.$/);
  assert.equal(exitCode, 1);
});

test('contract "verify": a realm without recorded exchanges is an error, exit code 1', async () => {
  const { line, exitCode } = await failure({ flags: { server: empty.baseUrl } });
  assert.match(line, /^--realm: Activity of \S+ has no exchange of realm demo\. Sign in there/);
  assert.equal(exitCode, 1);
});
