import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from '@playwright/test';
import { changeFirstName } from './support/account-console.ts';
import { person } from './support/clients.ts';
import { collect } from './support/collect.ts';
import { createNpmProject, run } from './support/npm-project.ts';
import { ROOT } from './support/server.ts';

const MAX_PACKAGE_BYTES = 3 * 1024 * 1024;

let project: string;
let tarball: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  ({ folder: project, tarball } = await createNpmProject({ type: 'module' }));
});

/** Runs the package's command in the project. */
function understudy(...args: string[]) {
  return run(join(project, 'node_modules/.bin/understudy'), args, { cwd: project });
}

test('drop-in "The image": the package is small, needs no other package and contains no Electron', () => {
  expect(statSync(tarball).size).toBeLessThan(MAX_PACKAGE_BYTES);
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['understudy']);
  const own = readdirSync(join(project, 'node_modules/understudy'), { recursive: true }).map(String);
  expect(own.filter((path) => /electron|\.map$|\.test\.|^protocol|^main/.test(path))).toEqual([]);
});

test('drop-in "The image": the command answers without a display, and keeps its data in the working directory', async () => {
  expect((await understudy('--version')).stdout).toMatch(/^Understudy \d/);
  const server = spawn(join(project, 'node_modules/.bin/understudy'), ['start-dev', '--http-port=0'], {
    cwd: project,
  });
  try {
    let output = '';
    server.stdout.on('data', (data) => {
      output += data;
    });
    await expect.poll(() => output, { timeout: 30_000 }).toMatch(/Listening on: (\S+)/);
    const url = /Listening on: (\S+)/.exec(output)?.[1];
    expect((await fetch(`${url}/realms/master`)).status).toBe(200);
    expect((await fetch(`${url}/console/`)).status).toBe(200);
    expect(existsSync(join(project, 'data/realms'))).toBe(true);
  } finally {
    server.kill('SIGTERM');
  }
  await expect.poll(() => server.exitCode, { timeout: 10_000 }).toBe(0);
});

test('issue 18 "Account console": it is in the package, where a user signs in and changes their name', async ({
  page,
}) => {
  const server = spawn(
    join(project, 'node_modules/.bin/understudy'),
    ['start-dev', '--http-port=0', '--demo-realm=true', '--data-dir=account-data'],
    { cwd: project },
  );
  const output = collect(server);
  await expect.poll(output, { timeout: 30_000 }).toMatch(/Listening on: (\S+)/);
  const url = /Listening on: (\S+)/.exec(output())?.[1];
  await changeFirstName(page, { realmUrl: `${url}/realms/demo`, ...person('bob') }, 'Robert');
  server.kill('SIGTERM');
  await expect.poll(() => server.exitCode, { timeout: 10_000 }).toBe(0);
});

test('drop-in "The image": a program starts a server with the package, and its types are checked', async () => {
  writeFileSync(join(project, 'realm.json'), '{"realm":"shop"}');
  writeFileSync(
    join(project, 'use.ts'),
    `import { startUnderstudy, type RunningUnderstudy } from 'understudy';
const server: RunningUnderstudy = await startUnderstudy({ 'import-realm': './realm.json', 'http-relative-path': '/auth' });
const answer: Response = await fetch(\`\${server.url}/realms/shop\`);
console.log(\`\${server.url} \${answer.status}\`);
await server.stop();
const problem: unknown = await startUnderstudy({ 'http-port': 'x' }).catch((error: unknown) => error);
console.log(String(problem));
`,
  );
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = [
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--lib',
    'es2023,dom',
    '--strict',
    '--skipLibCheck',
  ];
  await run(process.execPath, [compiler, ...options, 'use.ts'], { cwd: project });
  const { stdout } = await run(process.execPath, ['use.js'], { cwd: project });
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth 200\n/);
  expect(stdout).toContain(`Error: Understudy did not start: http-port: "x" cannot be used`);
});

test('the tools for agents are in the package, and need no other one', async () => {
  const command = join(project, 'node_modules/.bin/understudy');
  const transport = new StdioClientTransport({ command, args: ['mcp'], cwd: project });
  const client = new Client({ name: 'e2e', version: '1' });
  await client.connect(transport);
  const { content } = await client.callTool({ name: 'list_realms' });
  expect(JSON.stringify(content)).toContain(`understudy start-dev --data-dir=${join(project, 'data')}`);
  await client.close();
});

test('test kit "OpenAPI": a program reads the description of /emulator/v1 from the package', async () => {
  const code = `const { openapi, paths } = require('understudy/openapi.json'); console.log(\`\${openapi} \${'/server' in paths}\`);`;
  const { stdout } = await run(process.execPath, ['-e', code], { cwd: project });
  expect(stdout.trim()).toBe('3.1.0 true');
});
