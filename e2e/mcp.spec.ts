// `understudy mcp` as agents run it: the launcher as a child process, and the SDK's client on its standard input and output.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, test } from '@playwright/test';
import { freePort } from './support/free-port.ts';
import { createFolder, ended, ROOT, startServer } from './support/server.ts';

const LAUNCHER = join(ROOT, 'bin/understudy.sh');
const CALLBACK = 'http://other.test/callback';

interface Agent {
  readonly client: Client;
  /** What was no message of the protocol. */
  readonly noise: readonly Error[];
  /** The text of a result; `failed` when it is an error. */
  call(
    tool: string,
    args?: Record<string, unknown>,
  ): Promise<{ readonly failed: boolean; readonly text: string }>;
}

/** Ends with the test, unless it was closed. */
async function connect(...options: string[]): Promise<Agent> {
  const transport = new StdioClientTransport({ command: LAUNCHER, args: ['mcp', ...options], cwd: tmpdir() });
  const client = new Client({ name: 'e2e', version: '1' });
  const noise: Error[] = [];
  client.onerror = (error) => noise.push(error);
  await client.connect(transport);
  return {
    client,
    noise,
    async call(name, args = {}) {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const [{ text }] = content as [{ text: string }];
      return { failed: isError === true, text };
    },
  };
}

/** Runs the command with an input that ends. */
function run(args: readonly string[], input = '') {
  const child = spawn(LAUNCHER, args, { cwd: tmpdir() });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stdin.end(input);
  return ended(child).then((end) => ({ ...end, out }));
}

/** What an agent sends first. */
const HELLO = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'list_realms', arguments: {} } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

test('without a server, every tool says how to start it, and the command goes on', async () => {
  const dataDir = createFolder();
  const url = `http://127.0.0.1:${await freePort()}`;
  const agent = await connect(`--url=${url}`, `--data-dir=${dataDir}`);
  const realm = 'demo';
  const calls: Record<string, object> = {
    list_realms: {},
    list_clients: { realm },
    create_user: { realm, username: 'dave' },
    get_tokens: { realm, client: 'demo-web', user: 'alice' },
    list_refusals: { realm },
    explain_exchange: { exchange: 'x' },
    apply_remedy: { realm, exchange: 'x', confirm: true },
    undo_remedy: { realm, id: 'x' },
    answer_prompt: { realm, answer: 'approve' },
  };
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
  for (const [tool, args] of Object.entries(calls)) {
    const { failed, text } = await agent.call(tool, { ...args });
    expect([tool, failed]).toEqual([tool, true]);
    expect(text).toContain(`No Understudy answers at ${url}`);
    expect(text).toContain(`understudy start-dev --data-dir=${dataDir}`);
  }
  expect(agent.noise).toEqual([]);
  await agent.client.close();
});

test('an agent finds why a sign-in was refused, and makes the change after a preview', async () => {
  const server = await startServer();
  const agent = await connect(`--url=${server.url}`, `--data-dir=${server.dataDir}`);
  const query = new URLSearchParams({
    client_id: 'demo-web',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: CALLBACK,
  });
  const signIn = async (): Promise<number> =>
    (await fetch(`${server.url}/realms/demo/protocol/openid-connect/auth?${query}`)).status;
  expect(await signIn()).toBe(400);

  const { refusals } = JSON.parse((await agent.call('list_refusals', { realm: 'demo' })).text);
  expect(refusals[0]).toMatchObject({
    clientId: 'demo-web',
    rule: 'check-redirect-uri',
    canApplyRemedy: true,
  });
  const remedy = { realm: 'demo', exchange: refusals[0].exchange };
  const preview = JSON.parse((await agent.call('apply_remedy', remedy)).text);
  expect(preview).toMatchObject({ applied: false, label: 'Add redirect URI' });
  expect(await signIn()).toBe(400);
  expect((await agent.call('apply_remedy', { ...remedy, confirm: true, state: 'another' })).failed).toBe(
    true,
  );
  expect(await signIn()).toBe(400);

  const applied = await agent.call('apply_remedy', { ...remedy, confirm: true, state: preview.state });
  expect(applied.failed).toBe(false);
  expect(await signIn()).toBe(200);
  await agent.call('undo_remedy', { realm: 'demo', id: JSON.parse(applied.text).id });
  expect(await signIn()).toBe(400);

  // Of a realm whose secrets are known.
  const clients = await agent.call('list_clients', { realm: 'demo' });
  expect(clients.text).toContain('demo-service');
  expect(clients.text).not.toMatch(/demo-\w+-secret|PRIVATE|private\.key/);
  expect(agent.noise).toEqual([]);
  await agent.client.close();
  await server.stop();
});

test('test kit "control key": the tools go on after the server was started again, and refuse the key of another one', async () => {
  const port = await freePort();
  const dataDir = createFolder();
  const start = () => startServer({ dataDir, args: [`--http-port=${port}`] });
  const url = `http://127.0.0.1:${port}`;
  const agent = await connect(`--url=${url}`, `--data-dir=${dataDir}`);
  expect((await agent.call('list_realms')).failed).toBe(true);
  const first = await start();
  expect((await agent.call('list_realms')).text).toContain('"demo"');
  await first.stop();
  expect((await agent.call('list_realms')).text).toContain('No Understudy answers');
  const second = await start();
  expect((await agent.call('list_realms')).failed).toBe(false);

  const other = await startServer();
  const stranger = await connect(`--url=${url}`, `--data-dir=${other.dataDir}`);
  expect((await stranger.call('list_realms')).text).toContain('it runs with another data directory');
  await Promise.all([agent.client.close(), stranger.client.close(), second.stop(), other.stop()]);
});

test('nothing but MCP is on standard output, and the command ends with its input', async () => {
  const { code, out } = await run(
    ['mcp', `--data-dir=${mkdtempSync(join(tmpdir(), 'understudy-e2e-'))}`],
    HELLO,
  );
  expect(code).toBe(0);
  const messages = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
    ['2.0', 1],
    ['2.0', 2],
  ]);
});

for (const [name, args, line] of [
  ['a misspelt option', ['mcp', '--ulr=http://localhost'], /^--ulr: unknown option/],
  [
    'another machine without an access token',
    ['mcp', '--url=https://sso.example.com'],
    /^--url: is the address of another machine.*UNDERSTUDY_ACCESS_TOKEN/,
  ],
  ['an option before the command', ['--url=http://localhost', 'mcp'], /^mcp: .*comes before every option/],
] as const)
  test(`the command refuses ${name} with one line and exit code 2`, async () => {
    const { code, out, output } = await run(args, HELLO);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(output).toMatch(line);
    expect(output.trimEnd().split('\n')).toHaveLength(1);
  });
