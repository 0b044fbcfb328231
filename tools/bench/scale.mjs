// Measures first start, restart and first sign-in with many realms and many users.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createDataDir } from './data-folder.mjs';
import { Connection } from './http-client.mjs';
import { startUnderstudy } from './subjects.mjs';

async function timeStart(dataDir, realm, ...more) {
  const server = await startUnderstudy(dataDir, ...more);
  const client = new Connection();
  const answer = await client.send('GET', `${server.url}/realms/${realm}/.well-known/openid-configuration`);
  if (answer.status !== 200) throw new Error(`discovery of ${realm}: ${answer.status}`);
  return { ms: performance.now() - server.startedAt, server, client };
}

async function end({ server, client }) {
  client.close();
  await server.stop();
}

/** First start and restart with `count` realms. */
export async function measureRealms(count) {
  const dataDir = createDataDir();
  const folder = join(dirname(dataDir), 'import');
  mkdirSync(folder);
  for (let number = 0; number < count; number++) {
    const realm = {
      realm: `realm-${number}`,
      enabled: true,
      users: [{ username: 'u', enabled: true, credentials: [{ type: 'password', value: 'p' }] }],
    };
    writeFileSync(join(folder, `realm-${number}.json`), JSON.stringify(realm));
  }
  const first = await timeStart(dataDir, `realm-${count - 1}`, `--import-realm=${folder}`);
  await end(first);
  const again = await timeStart(dataDir, `realm-${count - 1}`);
  await end(again);
  return [
    { name: `first start with ${count} realms`, ms: first.ms },
    { name: `start again with ${count} realms`, ms: again.ms },
  ];
}

/** First start and restart with `count` users, and the first and a later password grant. */
export async function measureUsers(count) {
  const dataDir = createDataDir();
  mkdirSync(dirname(dataDir), { recursive: true });
  const users = Array.from({ length: count }, (_, number) => ({
    username: `user-${number}`,
    email: `user-${number}@example.test`,
    firstName: 'First',
    lastName: `Last ${number}`,
    enabled: true,
    credentials: [{ type: 'password', value: 'pw' }],
  }));
  const file = join(dirname(dataDir), 'large.json');
  writeFileSync(file, JSON.stringify({ realm: 'large', enabled: true, users }));
  const first = await timeStart(dataDir, 'large', `--import-realm=${file}`);
  await end(first);
  const again = await timeStart(dataDir, 'large');
  const grant = async (username) => {
    const startedAt = performance.now();
    const form = { grant_type: 'password', client_id: 'admin-cli', username, password: 'pw' };
    const answer = await again.client.send(
      'POST',
      `${again.server.url}/realms/large/protocol/openid-connect/token`,
      form,
    );
    if (answer.status !== 200) throw new Error(`password grant: ${answer.status} ${answer.body}`);
    return performance.now() - startedAt;
  };
  const firstGrant = await grant('user-7');
  const laterGrant = await grant(`user-${count - 1}`);
  await end(again);
  return [
    { name: `first start with ${count} users`, ms: first.ms },
    { name: `start again with ${count} users`, ms: again.ms },
    { name: `first password grant among ${count} users (loads them)`, ms: firstGrant },
    { name: `later password grant among ${count} users`, ms: laterGrant },
  ];
}
