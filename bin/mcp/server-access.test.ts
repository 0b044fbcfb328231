import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UnderstudyError } from '#fixtures/test/connection.ts';
import { createServerAccess, type NamedRealm } from './server-access.ts';
import type { ServerSettings } from './settings.ts';
import { connectAgent, createDataDir, startAgent } from './testing/agent.ts';

const agent = await startAgent();
after(() => agent.server.stop());
const url = agent.server.baseUrl;
/** Port 1 (TCPMUX) is closed. */
const CLOSED = 'http://127.0.0.1:1';

async function failure(settings: ServerSettings): Promise<string> {
  const { isError, text } = await (await connectAgent(settings)).call('list_realms');
  assert.equal(isError, true);
  return text;
}

test('without a running server, a tool says so and how to start it', async () => {
  const dataDir = createDataDir('key');
  assert.equal(
    await failure({ url: CLOSED, dataDir }),
    `No Understudy answers at ${CLOSED} with data directory ${dataDir}. Start it: understudy start-dev --data-dir=${dataDir} (bin/understudy.sh or npx understudy). If it runs with another address or data directory, give understudy mcp its --url and --data-dir.`,
  );
});

test('without a control key in the data directory, a tool says the same', async () => {
  assert.match(await failure({ url, dataDir: '/nowhere' }), /data directory \/nowhere\. Start it: /);
});

test('test kit "control key": a key of another data directory is refused with the option to set', async () => {
  const dataDir = createDataDir('wrong-key');
  assert.equal(
    await failure({ url, dataDir }),
    `The server at ${url} does not accept the control key in ${dataDir}: it runs with another data directory. Give understudy mcp its --data-dir.`,
  );
});

test('an access token that is not accepted is refused with the variable to set', async () => {
  const settings = { url, dataDir: '/nowhere', accessToken: 'expired' };
  assert.match(await failure(settings), /does not accept the access token in UNDERSTUDY_ACCESS_TOKEN/);
  assert.match(
    await failure({ ...settings, url: CLOSED }),
    /does not answer at http:\/\/127\.0\.0\.1:1\. Check --url/,
  );
});

test('test kit "control key": a server that was started again is used with its new key', async () => {
  const dataDir = createDataDir('key of an earlier start');
  const later = await connectAgent({ url, dataDir });
  assert.equal((await later.call('list_realms')).isError, true);
  writeFileSync(join(dataDir, 'control-key'), `${agent.server.controlKey}\n`);
  const realms = await later.json<NamedRealm[]>('list_realms');
  assert.deepEqual(realms.map(({ realm }) => realm).toSorted(), ['master', 'shop']);
});

test('an administrator uses the server with an access token', async () => {
  const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: 'admin',
      password: 'admin',
    }),
  });
  const { access_token: accessToken } = (await response.json()) as { access_token: string };
  const remote = await connectAgent({ url, dataDir: '/nowhere', accessToken });
  assert.equal((await remote.json<NamedRealm[]>('list_realms')).length, 2);
});

test('an unknown realm is refused with the names of the realms', async () => {
  const access = createServerAccess({ url, dataDir: createDataDir(agent.server.controlKey) });
  await assert.rejects(access.realm('shoop'), (error: unknown) => {
    assert.ok(error instanceof UnderstudyError);
    assert.equal(access.explain(error), 'There is no realm shoop. The realms are: shop, master.');
    return true;
  });
  assert.equal((await access.realm('shop')).issuer, `${url}/realms/shop`);
});
