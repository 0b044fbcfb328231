import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { sha256Base64Url } from '#protocol/crypto/identifiers.ts';
import { STATUS_IFRAME_SCRIPT } from './status-iframe-script.ts';

const ORIGIN = 'http://app.test';
const SID = '0b2c2a52-7a53-4f43-9d39-5f9f4c1c8f1e';

/** The simulated browser. */
interface Surroundings {
  readonly cookie?: string;
  readonly admitted?: boolean;
  readonly storageAccess?: boolean;
}

interface Frame {
  /** Posts a message and returns the result; undefined if there is none. */
  ask(data: unknown, origin?: string): Promise<unknown>;
  /** URLs that the script has fetched. */
  readonly calls: readonly string[];
}

/** Runs the script in a simulated browser. */
function openFrame({ cookie = '', admitted = true, storageAccess = true }: Surroundings = {}): Frame {
  const calls: string[] = [];
  let listener: ((event: object) => Promise<void>) | undefined;
  runInNewContext(STATUS_IFRAME_SCRIPT, {
    URLSearchParams,
    btoa,
    Int32Array,
    isSecureContext: true,
    location: { pathname: '/frame.html' },
    document: { cookie, hasStorageAccess: async () => storageAccess },
    addEventListener: (_type: string, given: (event: object) => Promise<void>) => {
      listener = given;
    },
    fetch: async (url: string) => {
      calls.push(url);
      return { ok: admitted };
    },
  });
  return {
    calls,
    async ask(data, origin = ORIGIN) {
      let answer: unknown;
      const postMessage = (result: unknown, target: string): void => {
        assert.equal(target, origin);
        answer = result;
      };
      await listener?.({ data, origin, source: { postMessage } });
      return answer;
    },
  };
}

const signedInAs = (sid: string): Surroundings => ({
  cookie: `a=b; KEYCLOAK_SESSION=${sha256Base64Url(sid)}`,
});

test('OIDC Session Management §3.2: the browser’s current session is unchanged', async () => {
  assert.equal(await openFrame(signedInAs(SID)).ask(`web ${SID}`), 'unchanged');
});

test('a session other than the browser’s is changed', async () => {
  assert.equal(await openFrame(signedInAs('other')).ask(`web ${SID}`), 'changed');
});

test('a browser without a session: changed for an application with one, unchanged for one without', async () => {
  assert.equal(await openFrame().ask(`web ${SID}`), 'changed');
  assert.equal(await openFrame().ask('web '), 'unchanged');
});

test('quotes around the cookie value are ignored', async () => {
  const cookie = `KEYCLOAK_SESSION="${sha256Base64Url(SID)}"`;
  assert.equal(await openFrame({ cookie }).ask(`web ${SID}`), 'unchanged');
});

test('session states of every length up to three blocks are hashed as the server does', async () => {
  for (let length = 1; length <= 140; length += 1) {
    const sid = 'x'.repeat(length);
    assert.equal(await openFrame(signedInAs(sid)).ask(`web ${sid}`), 'unchanged', `length ${length}`);
  }
});

for (const data of ['web', `web ${SID} more`, '', 5, undefined, { clientId: 'web' }]) {
  test(`the message ${JSON.stringify(data)} gets no result and causes no request`, async () => {
    const frame = openFrame(signedInAs(SID));
    assert.equal(await frame.ask(data), undefined);
    assert.deepEqual(frame.calls, []);
  });
}

test('an unregistered origin gets an error, and the server is asked once', async () => {
  const frame = openFrame({ ...signedInAs(SID), admitted: false });
  assert.equal(await frame.ask(`web ${SID}`), 'error');
  assert.equal(await frame.ask(`web ${SID}`), 'error');
  assert.deepEqual(frame.calls, ['/frame.html/init?client_id=web&origin=http%3A%2F%2Fapp.test']);
});

test('a client or origin other than the first gets an error', async () => {
  const frame = openFrame(signedInAs(SID));
  await frame.ask(`web ${SID}`);
  assert.equal(await frame.ask(`other ${SID}`), 'error');
  assert.equal(await frame.ask(`web ${SID}`, 'http://evil.test'), 'error');
  assert.equal(await frame.ask(`web ${SID}`), 'unchanged');
});

test('a frame without access to its cookies returns error', async () => {
  assert.equal(await openFrame({ ...signedInAs(SID), storageAccess: false }).ask(`web ${SID}`), 'error');
});
