import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApplication } from './application.ts';

test('the application records what it receives and answers as the path says', async () => {
  const application = await startTestApplication();
  const answer = await fetch(`${application.url}/500`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: 't' }),
  });
  assert.equal(answer.status, 500);
  assert.equal(application.received[0]?.logoutToken, 't');
  await application.stop();
});
