import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRefusals } from '../testing/refusals.ts';
import { answer, ask, comeBack, withPeer } from '../testing/with-peer.ts';

testRefusals('RFC 6749 §4.1.2', [
  {
    what: 'an error',
    parameters: { error: 'server_error', error_description: 'Down' },
    says: /answered server_error: Down/,
  },
  { what: 'a refusal', parameters: { error: 'access_denied' }, says: /answered access_denied/ },
  { what: 'neither code nor error', parameters: {}, says: /neither code nor error/ },
  { what: 'another state', parameters: { code: 'c', state: 'x.y.z' }, says: /tab_id is unknown/ },
]);

test('OIDC Core §3.1: a person comes back with a code and is signed in, in one flow of Activity', () =>
  withPeer(async (given) => {
    const done = await comeBack(given);
    assert.ok(done.leadsTo['code'], done.text);
    const user = (await given.fixture.store.users.findByUsername('r-id', 'pat')) ?? assert.fail();
    assert.deepEqual([user.email, user.firstName, user.lastName], ['pat@peer.test', 'Pat', 'Peer']);
    const { records } = given.fixture.activity.list({});
    const kinds = records.filter(({ to }) => to === 'identity-provider');
    assert.deepEqual(kinds.map(({ title }) => title).toSorted(), [
      'Profile from peer',
      'Token request to peer',
    ]);
    assert.equal(
      new Set(records.filter(({ path }) => !path.includes('certs')).map(({ flow }) => flow)).size,
      1,
    );
  }));

test('RFC 6749 §10.12: an answer without state, of an earlier request, or a second time is refused', () =>
  withPeer(async (given) => {
    const none = await answer(given, { code: 'c' });
    assert.equal(none.status, 400);
    assert.match(none.text, /Missing state parameter/);
    const [first, second] = [await ask(given), await ask(given)].map(
      (url) => url.searchParams.get('state') ?? '',
    );
    const other = first?.split('.').slice(1).join('.') ?? '';
    const forged = await answer(given, { code: 'c', state: `forged.${other}` });
    assert.match(forged.text, /Invalid response from identity provider/);
    assert.equal(
      (await answer(given, { code: 'c', state: second ?? '' })).leadsTo['code'] === undefined,
      false,
    );
    assert.equal((await answer(given, { code: 'c', state: second ?? '' })).leadsTo['code'], undefined);
  }));

test('a state of another browser is refused', () =>
  withPeer(async (given) => {
    const state = (await ask(given)).searchParams.get('state') ?? '';
    const page = await answer({ ...given, browser: given.fixture.browser() }, { code: 'c', state });
    assert.equal(page.status, 400);
    assert.match(page.text, /Cookie not found/);
  }));

test('OAuth 2.0 Form Post Response Mode §2: the answer may be posted', () =>
  withPeer(async (given) => {
    const state = (await ask(given)).searchParams.get('state') ?? '';
    const done = await given.browser.post('/realms/r/broker/peer/endpoint', { state, code: 'c' });
    assert.ok(done.leadsTo['code'], done.text);
  }));
