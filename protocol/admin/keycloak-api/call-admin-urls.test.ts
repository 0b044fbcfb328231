import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const REALM = '/admin/realms/shop';

/** The answer, and what Activity shows for it. */
async function push() {
  const { body } = await server.call('POST', `${REALM}/push-revocation`);
  const { records } = server.activity.list();
  const record = records.find(({ title }) => title === 'Push revocation to applications');
  const decisions = server.activity.find(record?.id ?? '')?.decisions ?? [];
  const notes = decisions.filter(({ rule }) => rule === 'notify-client').map(({ detail }) => detail);
  return { body, notes };
}

test('realm-admin C3: without an Admin URL, the answer is empty and Activity has no note', async () => {
  assert.deepEqual(await push(), { body: {}, notes: [] });
});

test('realm-admin C3: an application that cannot be called is in the answer, and Activity says why', async () => {
  const adminUrls = {
    till: 'http://127.0.0.1:1/admin',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Keycloak's URL placeholders have this form
    page: 'http://${application.session.host}/admin',
  };
  for (const [clientId, adminUrl] of Object.entries(adminUrls))
    await server.call('PUT', `${REALM}/clients/${server.clientUuid(clientId)}`, { body: { adminUrl } });
  const { body, notes } = await push();
  assert.deepEqual(body, { failedRequests: Object.values(adminUrls) });
  assert.match(notes[0] ?? '', /^till could not be reached/);
  assert.match(notes[1] ?? '', /^page was not called: .* has no registeredNodes$/);
});
