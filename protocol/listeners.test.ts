import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createActivityRecorder } from './activity/activity-recorder.ts';
import { systemClock } from './clock.ts';
import { OptionError } from './errors/option-error.ts';
import { jsonReply } from './http/replies.ts';
import { callOverTls } from './http/testing/certificate.ts';
import { readTlsFiles } from './http/tls-credentials.ts';
import { type Listeners, openListeners } from './listeners.ts';
import { createCollectingLogger } from './log/testing/collecting-logger.ts';
import { resolveOptions } from './start/config/resolve-options.ts';
import { createMemoryStore } from './store/memory/memory-store.ts';
import { NO_THEMES } from './themes/testing/theme-files.ts';

function open(flags: Record<string, string>): Promise<Listeners> {
  const home = mkdtempSync(join(tmpdir(), 'understudy-listeners-'));
  mkdirSync(join(home, 'data'));
  const given = { 'http-port': '0', 'bootstrap-admin-password': 'a-password', ...flags };
  const commandLine = new Map(Object.entries(given));
  const options = resolveOptions({ commandLine, environment: {}, home, workingDirectory: home });
  const clock = systemClock;
  const { realms, saveGate } = createMemoryStore();
  return openListeners({
    options,
    log: createCollectingLogger('test'),
    tlsFiles: readTlsFiles(options),
    routes: [{ method: 'GET', path: '/x', title: 'X', handle: () => jsonReply(200, { ok: true }) }],
    realms,
    saveGate,
    clocks: () => clock,
    clock,
    activity: createActivityRecorder({ clock }),
    themes: NO_THEMES,
  });
}

/** A port that another server occupies. */
async function holdPort(): Promise<{ readonly port: number; release(): Promise<unknown> }> {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  return {
    port: (holder.address() as AddressInfo).port,
    release() {
      const closed = once(holder, 'close');
      holder.close();
      return closed;
    },
  };
}

test('contract "Start": by default the server listens for plain HTTP on loopback only', async () => {
  const listeners = await open({});
  assert.match(listeners.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.deepEqual(listeners.urls, [listeners.url]);
  assert.equal(listeners.selfUrl, listeners.url);
  assert.equal((await fetch(`${listeners.url}/x`)).status, 200);
  await listeners.close(0);
});

test('contract "Start": HTTPS serves the same content beside HTTP, and both close with the server', async () => {
  const listeners = await open({ 'https-port': '0' });
  const [plain, secure] = listeners.urls;
  assert.equal(plain, listeners.url);
  assert.match(String(secure), /^https:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await callOverTls(`${secure}/x`)).status, 200);
  await listeners.close(0);
  await assert.rejects(fetch(`${plain}/x`));
  await assert.rejects(callOverTls(`${secure}/x`));
});

test('RFC 3986 §3.2.2: an IPv6 address is written in brackets', async () => {
  const listeners = await open({ 'http-host': '::1' });
  assert.match(listeners.url, /^http:\/\/\[::1\]:\d+$/);
  await listeners.close(0);
});

test('contract "Start": a server that listens on all addresses calls itself on loopback', async () => {
  for (const [host, own] of [
    ['0.0.0.0', '127.0.0.1'],
    ['::', '[::1]'],
  ] as const) {
    const listeners = await open({ 'http-host': host });
    const { port } = new URL(listeners.url);
    assert.equal(listeners.selfUrl, `http://${own}:${port}`);
    await listeners.close(0);
  }
});

test('contract "Start": the error for a port in use names its option', async () => {
  const held = await holdPort();
  const named = (option: string) => (error: unknown) =>
    error instanceof OptionError && error.option === option;
  await assert.rejects(open({ 'http-port': String(held.port) }), named('http-port'));
  await assert.rejects(open({ 'https-port': String(held.port) }), named('https-port'));
  await held.release();
});

test('contract "Start": if HTTPS cannot listen, plain HTTP does not answer, and the reverse', async () => {
  const [held, free] = [await holdPort(), await holdPort()];
  await free.release();
  const [heldPort, freePort] = [String(held.port), String(free.port)];
  await assert.rejects(open({ 'http-port': freePort, 'https-port': heldPort }));
  await assert.rejects(fetch(`http://127.0.0.1:${freePort}/x`));
  await assert.rejects(open({ 'http-port': heldPort, 'https-port': freePort }));
  await assert.rejects(callOverTls(`https://127.0.0.1:${freePort}/x`));
  await held.release();
});

test('contract "Start": HTTPS listens before plain HTTP answers that the server is ready', async () => {
  const held = await holdPort();
  const port = String(held.port);
  await assert.rejects(
    open({ 'http-port': port, 'https-port': port }),
    (error) => error instanceof OptionError && error.option === 'https-port',
  );
  await held.release();
});

test('DNS rebinding: both listeners reject an unknown Host', async () => {
  const listeners = await open({ 'https-port': '0' });
  const [, secure] = listeners.urls;
  const foreign = await callOverTls(`${secure}/x`, { headers: { host: 'rebound.example' } });
  assert.ok(foreign.status >= 400);
  await listeners.close(0);
});
