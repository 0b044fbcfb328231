import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runJava } from './java.ts';
import { createFolder, type Ran, runIn, serve } from './testing/host.ts';

const folder = createFolder();
const java = (...args: readonly string[]): Promise<Ran> => runIn(folder, runJava, ...args);

function writeSource(name: string, code: string): void {
  writeFileSync(join(folder, name), `public class Check { void main() { ${code} } }\n`);
}

test('a health check in Java: the address in the arguments decides, 200 is success and anything else is not', async (context) => {
  const url = await serve(context, ({ url: path }) => ({ status: path === '/health/live' ? 200 : 503 }));
  writeSource('Check.java', 'new URL(args[0]).openConnection()');
  assert.deepEqual(await java('Check.java', `${url}/health/live`), {
    exitCode: 0,
    printed: '',
    reported: '',
  });
  assert.equal((await java('-XX:UseSVE=0', '-cp', '/lib', 'Check.java', `${url}/health/live`)).exitCode, 0);
  const down = await java('Check.java', `${url}/health/ready`);
  assert.deepEqual([down.exitCode, down.reported], [1, `java: ${url}/health/ready answered 503.`]);
  assert.match(
    (await java('Check.java', 'http://127.0.0.1:1/')).reported,
    /^java: http:\/\/127\.0\.0\.1:1\/: Failed to connect/,
  );
});

test('a health check in Java: without an argument, the address is the one in the source', async (context) => {
  const url = await serve(context, () => ({ status: 200 }));
  writeSource('Own.java', `String url = "${url}/health/live"; open("http://127.0.0.1:1/");`);
  assert.equal((await java('Own.java')).exitCode, 0);
});

for (const args of [['-jar', 'x.jar'], ['-cp', 'lib', 'Main'], ['None.java'], ['Empty.java'], []] as const) {
  test(`java ${args.join(' ')}: refused, because there is no Java`, async () => {
    writeSource('Empty.java', 'return;');
    const { exitCode, reported } = await java(...args);
    assert.equal(exitCode, 1);
    assert.match(reported, /^java: this image has no Java/);
  });
}

test('java -version says that there is no Java, and is no fault', async () => {
  const { exitCode, reported } = await java('-version');
  assert.equal(exitCode, 0);
  assert.match(reported, /has no Java/);
});
