import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCurl } from './curl.ts';
import { createFolder, type Ran, runIn, serve } from './testing/host.ts';

const folder = createFolder();
const curl = (...args: readonly string[]): Promise<Ran> => runIn(folder, runCurl, ...args);

/** Answers with what was asked, and /missing with 404. */
const echo = (context: TestContext): Promise<string> =>
  serve(context, ({ method, url = '', headers }, body) => {
    if (url === '/missing') return { status: 404, body: 'not here' };
    if (url === '/moved') return { status: 302, headers: { location: '/there' } };
    const { authorization, accept, 'content-type': type } = headers;
    return {
      status: 200,
      headers: { 'x-a': 'b' },
      body: JSON.stringify({ method, url, authorization, accept, type, body }),
    };
  });

test('curl prints the body; -f turns an HTTP error into exit code 22, which health checks wait for', async (context) => {
  const url = await echo(context);
  const found = await curl('-f', `${url}/health`);
  assert.equal(found.exitCode, 0);
  assert.equal(JSON.parse(found.printed).url, '/health');
  assert.deepEqual(await curl(`${url}/missing`), { exitCode: 0, printed: 'not here', reported: '' });
  assert.deepEqual(await curl('--fail', `${url}/missing`), {
    exitCode: 22,
    printed: '',
    reported: 'curl: (22) The requested URL returned error: 404',
  });
});

test('curl -s is silent about faults, -sS is not; a refused connection is exit code 7', async () => {
  const none = 'http://127.0.0.1:1/';
  const silent = await curl('-s', none);
  assert.deepEqual([silent.exitCode, silent.reported], [7, '']);
  assert.match((await curl('-sS', none)).reported, /^curl: \(7\) Failed to connect to 127\.0\.0\.1 port 1/);
  assert.equal((await curl('-s', '-o', '/dev/null', '-w', '%{http_code}', none)).printed, '000');
});

test('curl -w writes the status after the transfer, also with -o and an HTTP error', async (context) => {
  const url = await echo(context);
  const { printed } = await curl('-s', '-o', 'body.txt', '-w', '%{http_code}\\n', `${url}/missing`);
  assert.equal(printed, '404\n');
  assert.equal(readFileSync(join(folder, 'body.txt'), 'utf8'), 'not here');
  assert.equal((await curl('-sf', '-w', '%{http_code}', `${url}/missing`)).printed, '404');
});

test('curl -o with a file that cannot be written: exit code 23 with the path', async (context) => {
  const url = await echo(context);
  const { exitCode, reported } = await curl('-sS', '-o', 'none/body', url);
  assert.equal(exitCode, 23);
  assert.match(reported, /^curl: \(23\) .*none\/body cannot be written \(ENOENT\)$/);
});

test('curl -w leaves out unknown variables, whatever their name', async (context) => {
  const url = await echo(context);
  const format = '[%{constructor}%{time_total}]';
  assert.equal((await curl('-s', '-o', '/dev/null', '-w', format, url)).printed, '[]');
});

test('curl -d posts a form, -H and -u set headers, -G moves the data into the query', async (context) => {
  const url = await echo(context);
  const posted = JSON.parse(
    (await curl('-s', '-u', 'a:b', '-d', 'x=1', '--data-urlencode', 'y=ä b', `${url}/token`)).printed,
  );
  assert.deepEqual(
    [posted.method, posted.body, posted.type, posted.authorization],
    ['POST', 'x=1&y=%C3%A4%20b', 'application/x-www-form-urlencoded', 'Basic YTpi'],
  );
  const json = JSON.parse(
    (await curl('-XPUT', '-HContent-Type: application/json', '-d{}', `${url}/r`)).printed,
  );
  assert.deepEqual([json.method, json.body, json.type], ['PUT', '{}', 'application/json']);
  assert.equal(JSON.parse((await curl('-G', '-d', 'a=1', `${url}/q?b=2`)).printed).url, '/q?b=2&a=1');
});

test('curl -I asks for the head only; -L follows redirects, which are otherwise answered as they are', async (context) => {
  const url = await echo(context);
  assert.match(
    (await curl('-I', `${url}/x`)).printed,
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*x-a: b\r\n[\s\S]*\r\n\r\n$/,
  );
  assert.equal(JSON.parse((await curl('-sL', `${url}/moved`)).printed).url, '/there');
  assert.match((await curl('-si', `${url}/moved`)).printed, /^HTTP\/1\.1 302 Found\r\n/);
});

test('curl --retry repeats what may pass: an unavailable server, and a refused connection on request', async (context) => {
  let calls = 0;
  const url = await serve(context, () => ({ status: ++calls < 3 ? 503 : 200, body: `${calls}` }));
  assert.equal((await curl('-sf', '--retry', '5', '--retry-delay', '0', url)).printed, '3');
  calls = 0;
  assert.equal((await curl('-sf', '--retry', '1', '--retry-delay', '0', url)).exitCode, 22);
  const refused = await curl(
    '-s',
    '--retry',
    '1',
    '--retry-delay',
    '0',
    '--retry-connrefused',
    'http://127.0.0.1:1',
  );
  assert.equal(refused.exitCode, 7);
});

test('curl -m limits the time: exit code 28', async (context) => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  context.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  assert.deepEqual(await curl('-m', '0.05', `http://127.0.0.1:${port}`), {
    exitCode: 28,
    printed: '',
    reported: 'curl: (28) Operation timed out',
  });
});

for (const [args, exitCode, says] of [
  [['--proxy', 'x', 'http://a'], 2, /option --proxy: is not supported by the small curl of this image/],
  [['-Z', 'http://a'], 2, /option -Z: is not supported/],
  [['-f'], 2, /no URL specified/],
  [['http://a', '-o'], 2, /option -o: requires parameter/],
  [['-m', 'x', 'http://a'], 2, /option -m: expected a proper numerical parameter/],
  [['-d', '@none', 'http://a'], 2, /error encountered when reading a file/],
  [['http://localhost:1/realms/a || exit 1'], 3, /bad\/illegal format/],
  [['ftp://localhost'], 1, /Protocol "ftp" not supported/],
] as const) {
  test(`curl ${args.join(' ')}: exit code ${exitCode} with the reason`, async () => {
    const ran = await curl(...args);
    assert.equal(ran.exitCode, exitCode);
    assert.match(ran.reported, says);
  });
}
