import { expect, test } from '@playwright/test';
import { administratorToken } from './support/administrator.ts';
import { createFolder, startServer } from './support/server.ts';

/**
 * Three rounds for each number of acknowledgements before the kill. Kills at random moments, a thousand of them, are
 * for `npm run endurance`.
 */
const KILLS = 21;

interface Acknowledged {
  readonly created: string[];
}

/** Creates users as fast as the server answers until it is killed; records only acknowledged ones. */
async function createUsersUntilKilled(
  url: string,
  token: string,
  round: number,
  acknowledged: Acknowledged,
): Promise<void> {
  for (let count = 0; ; count++) {
    const username = `user-${round}-${count}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ username, enabled: true, attributes: { round: [String(round)] } });
    try {
      const response = await fetch(`${url}/admin/realms/demo/users`, { method: 'POST', headers, body });
      if (response.status === 201) acknowledged.created.push(username);
    } catch {
      // Expected: the server was killed.
      return;
    }
  }
}

async function userNames(url: string): Promise<Set<string>> {
  const headers = { authorization: `Bearer ${await administratorToken(url)}` };
  const response = await fetch(`${url}/admin/realms/demo/users?max=-1&briefRepresentation=true`, { headers });
  const users = (await response.json()) as { username: string }[];
  return new Set(users.map((user) => user.username));
}

test(`saved state is durable: after each of ${KILLS} SIGKILLs, the next start has every acknowledged change`, async () => {
  test.setTimeout(240_000);
  const dataDir = createFolder();
  const acknowledged: Acknowledged = { created: [] };
  for (let round = 0; round < KILLS; round++) {
    const server = await startServer({ dataDir });
    if (round > 0) {
      const names = await userNames(server.url);
      expect(acknowledged.created.filter((name) => !names.has(name))).toEqual([]);
    }
    const token = await administratorToken(server.url);
    const before = acknowledged.created.length;
    const writing = createUsersUntilKilled(server.url, token, round, acknowledged);
    // Killed while writing, after a different number of acknowledgements in each round.
    await expect
      .poll(() => acknowledged.created.length, { intervals: [1] })
      .toBeGreaterThan(before + (round % 7));
    await server.kill();
    await writing;
  }
  const last = await startServer({ dataDir });
  const names = await userNames(last.url);
  expect(acknowledged.created.filter((name) => !names.has(name))).toEqual([]);
  expect(acknowledged.created.length).toBeGreaterThan(KILLS);
  expect(await last.stop()).toBe(0);
});

test('a browser session and its refresh token survive a restart', async () => {
  const first = await startServer();
  const form = {
    grant_type: 'password',
    client_id: 'admin-cli',
    username: 'alice',
    password: 'alice-password',
  };
  const endpoint = '/realms/demo/protocol/openid-connect/token';
  const answer = await fetch(`${first.url}${endpoint}`, { method: 'POST', body: new URLSearchParams(form) });
  const { refresh_token } = (await answer.json()) as { refresh_token: string };
  const port = new URL(first.url).port;
  expect(await first.stop()).toBe(0);
  const second = await startServer({ dataDir: first.dataDir, args: [`--http-port=${port}`] });
  const refreshed = await fetch(`${second.url}${endpoint}`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'admin-cli', refresh_token }),
  });
  expect(refreshed.status).toBe(200);
  await second.stop();
});
