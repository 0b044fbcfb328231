// The guide docs/testing.md, followed by a new user: its files in an empty project, with nothing but the package.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { createNpmProject, run } from './support/npm-project.ts';
import { ROOT } from './support/server.ts';

/** `file name`, a blank line, and the block with its content. */
const FILE_BLOCK = /^`([\w./-]+)`\n\n```\w+\n(.*?)```/gms;

const GUIDE = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8');

let project: string;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  ({ folder: project } = await createNpmProject());
  // Installed with the suite's own version, which is this one.
  for (const name of ['@playwright', 'playwright', 'playwright-core'])
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  for (const [, name = '', content = ''] of GUIDE.matchAll(FILE_BLOCK)) write(name, content);
  const { launchOptions } = test.info().project.use;
  const config = read('playwright.config.ts');
  write(
    'playwright.config.ts',
    config.replace('defineConfig({', `defineConfig({ use: ${JSON.stringify({ launchOptions })},`),
  );
});

function write(name: string, content: string): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), content);
}

const read = (name: string): string => readFileSync(join(project, name), 'utf8');

/** Like a shell of the user: not inside a run of Playwright. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(PW|PLAYWRIGHT|TEST_|NODE_TEST|NODE_OPTIONS|FORCE_COLOR)/.test(name),
  );
  return { ...Object.fromEntries(own), NO_COLOR: '1' };
}

/** Output and exit code. */
function runHere(
  command: string,
  ...args: string[]
): Promise<{ readonly output: string; readonly code: number }> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: project, env: environment() }, (error, stdout, stderr) =>
      resolve({ output: stdout + stderr, code: Number(error?.code ?? 0) }),
    );
  });
}

const runPlaywright = (...args: string[]) =>
  runHere(process.execPath, join(project, 'node_modules/@playwright/test/cli.js'), 'test', ...args);

test('test kit: the example of the guide is green, in several workers at once', async () => {
  test.setTimeout(120_000);
  const { output, code } = await runPlaywright('--repeat-each=3', '--workers=3');
  expect(output).toContain('3 passed');
  expect(code).toBe(0);
});

test('test kit "trace on failure": the test of a broken application shows which rule refused, and how to fix it', async () => {
  test.setTimeout(120_000);
  const sound = read('app.mjs');
  write('app.mjs', sound.replaceAll('}/callback`,', '}/callbak`,'));
  const { output, code } = await runPlaywright('--reporter=list');
  write('app.mjs', sound);
  expect(code).toBe(1);
  const refusal = /attachment #\d+: understudy-refusals [^\n]*\n(.*?)────/s.exec(output)?.[1];
  expect(refusal).toContain('(check-redirect-uri, RFC 6749 §3.1.2.4)');
  expect(refusal).toMatch(/To fix it: Add "http:\S+\/callbak" to redirectUris of client web\./);
  const path = /test-results\/\S+understudy-trace-\w+\.html/.exec(output)?.[0] ?? '';
  const page = read(path);
  for (const part of ['check-redirect-uri', '/callbak', 'paying by phone']) expect(page).toContain(part);
  expect(page).not.toContain('web-secret');
});

/** Each test expects that nothing is left of the one before. */
const ALONE = (from: string): string => `import { expect } from 'understudy/playwright';
import { test } from '${from}';
test.use({ realm: 'shop.json' });
for (const tier of ['gold', 'silver', 'none'])
  test(tier, async ({ page, idp }) => {
    expect(await idp.count()).toBe(0);
    await (await idp.user('ann', { claims: { tier } })).signIn(page);
    await page.goto('/orders');
    await expect(page.getByRole('heading')).toHaveText('Orders of ann (' + tier + ')');
    await expect(idp).toHaveSeen({ endpoint: 'token', client: 'web', times: 1 });
    await expect(idp).toHaveNoRefusals();
    expect((await idp.clock.advance({ hours: 1 })).offsetMs).toBeLessThan(3_600_001);
  });
`;

test('test kit "isolation": an application per worker has the clone of its worker, which each test finds as at its beginning', async () => {
  test.setTimeout(120_000);
  write('worker/alone.spec.ts', ALONE('../tests/shop-per-worker'));
  write('worker.config.ts', read('playwright.config.ts').replace("testDir: 'tests'", "testDir: 'worker'"));
  expect((await runPlaywright('--config=worker.config.ts', '--workers=2')).output).toContain('3 passed');
});

test('test kit "isolation": an application with a fixed issuer has the realm itself, which each test finds as at its beginning', async () => {
  test.setTimeout(120_000);
  const perWorker = read('tests/shop-per-worker.ts');
  const fixed = perWorker
    .replace("isolation: 'worker'", "isolation: 'realm'")
    .replace('{ workerIdp }', '{ understudy }')
    .replace('workerIdp.issuer', "understudy.url + '/realms/shop'");
  write('tests/shop-fixed.ts', fixed);
  write('fixed/alone.spec.ts', ALONE('../tests/shop-fixed'));
  write('fixed.config.ts', read('playwright.config.ts').replace("testDir: 'tests'", "testDir: 'fixed'"));
  expect((await runPlaywright('--config=fixed.config.ts', '--workers=1')).output).toContain('3 passed');
});

test('test kit: a test that forgets to say which realm it uses gets the names of the realms', async () => {
  test.setTimeout(120_000);
  write('realms/other.json', '{"realm":"other"}');
  write(
    'lost/lost.spec.ts',
    "import { test } from 'understudy/playwright';\ntest('lost', ({ idp }) => { idp.issuer; });\n",
  );
  write('lost.config.ts', read('playwright.config.ts').replace("testDir: 'tests'", "testDir: 'lost'"));
  const { output } = await runPlaywright('--config=lost.config.ts');
  expect(output).toContain('Which realm do the tests use?');
  expect(output).toMatch(/other, shop|shop, other/);
});

test('test kit "trace on failure": when a failed test has removed its realm, the attachment says that there is no trace', async () => {
  write(
    'gone/gone.spec.ts',
    `import { expect, test } from 'understudy/playwright';
test.use({ realm: 'shop' });
test('gone', async ({ idp }) => {
  await idp.remove();
  expect(1).toBe(2);
});
`,
  );
  write('gone.config.ts', read('playwright.config.ts').replace("testDir: 'tests'", "testDir: 'gone'"));
  const { output } = await runPlaywright('--config=gone.config.ts', '--reporter=list');
  expect(output).toMatch(/attachment #\d+: understudy-trace \(text\/plain\)/);
  expect(output).toContain('1 failed');
  expect(output.match(/^ {4}\w*Error:/gm)).toEqual(['    Error:']);
});

test('test kit: a folder of realm files that does not exist is named before the server starts', async () => {
  write('missing.config.ts', read('playwright.config.ts').replace("'realms/'", "'realm/'"));
  const { output, code } = await runPlaywright('--config=missing.config.ts');
  expect(code).toBe(1);
  expect(output).toContain('/realm does not exist');
});

test('test kit: the example for node:test is green', async () => {
  const { output, code } = await runHere(process.execPath, '--test', 'orders.test.mjs');
  expect(output).toContain('# pass 1');
  expect(code).toBe(0);
});

test('test kit: the same with curl alone', async () => {
  const { output } = await runHere('bash', 'try.sh');
  expect(output).toMatch(/^200\n401\nRefresh it, or raise accessTokenLifespan of realm shop-\w+\.$/m);
});

test('test kit: the types of both exports are complete, for ES modules and CommonJS', async () => {
  write(
    'types.mts',
    `import { expect, test, type IdentityProvider } from 'understudy/playwright';
import { connect, UnderstudyError } from 'understudy/test';
test('types', async ({ idp, page }) => {
  const ann = await idp.user('ann', { roles: ['buyer'], claims: { tier: 'gold' } });
  const { cookies } = await ann.signIn(page, { acr: '2' });
  const due: number = (await idp.clock.advance({ minutes: 6 })).due.sessions.count;
  const same: IdentityProvider = await connect({ url: idp.issuer, controlKey: cookies[0]?.value ?? '' }).clone('shop', { ttlSeconds: due });
  await expect(same).toHaveSeen({ endpoint: 'token', pkce: 'S256', times: 2 });
  await expect(same).not.toHaveNoRefusals({ except: ['invalid_grant'] });
  // @ts-expect-error There is no such endpoint.
  await idp.faults.once({ endpoint: 'tokens', status: 503 });
  // @ts-expect-error Not a member of a persona.
  await idp.user('ann', { rolls: ['buyer'] });
  if (same instanceof UnderstudyError) throw same;
});
`,
  );
  write(
    'types.cts',
    "import kit = require('understudy/test');\nconst url: string = kit.connect().url;\nexport = url;\n",
  );
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
  ];
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const { output } = await runHere(
    process.execPath,
    compiler,
    ...options,
    ...types,
    'types.mts',
    'types.cts',
  );
  expect(output).toBe('');
});

test('test kit: the package contains the types that its exports need, and no source', async () => {
  const own = readdirSync(join(project, 'node_modules/understudy/dist/package'), { recursive: true }).map(
    String,
  );
  expect(own.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([]);
  const { stdout } = await run(process.execPath, ['-p', "Object.keys(require('understudy/test')).join()"], {
    cwd: project,
  });
  expect(stdout.trim().split(',').toSorted()).toEqual(['UnderstudyError', 'connect', 'startForTests']);
});
