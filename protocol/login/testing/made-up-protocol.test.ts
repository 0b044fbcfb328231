import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLogin } from './made-up-protocol.ts';

test('the fixture serves the pages on a free port and can be closed', async () => {
  const fixture = await startLogin();
  const answer = await fetch(`${fixture.baseUrl}/realms/r/test/session`);
  assert.equal(answer.status, 200);
  assert.equal(await answer.json(), null);
  await fixture.close();
  await assert.rejects(fetch(`${fixture.baseUrl}/realms/r/test/session`));
});
