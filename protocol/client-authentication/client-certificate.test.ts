// Client authentication by certificate, over real TLS connections.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { oauthErrorReply } from '#protocol/http/errors.ts';
import type { Route } from '#protocol/http/exchange.ts';
import { jsonReply } from '#protocol/http/replies.ts';
import {
  callOverTls,
  createTestCertificate,
  type TestCertificate,
} from '#protocol/http/testing/certificate.ts';
import { startTestHttpServer } from '#protocol/http/testing/server.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createMemoryStore } from '#protocol/store/memory/memory-store.ts';
import { createClientAuthentication } from './client-authentication.ts';
import { createClientKeys } from './client-keys.ts';
import { createRemoteJwks } from './remote-jwks.ts';

const server = createTestCertificate('server', ['127.0.0.1']);
const shop = createTestCertificate('shop');
const impostor = createTestCertificate('shop');
const jwks = JSON.stringify({ keys: [shop.read.publicKey.export({ format: 'jwk' })] });

const CLIENTS = [
  { clientId: 'by-name', attributes: { 'x509.subjectdn': 'cn=Shop' } },
  { clientId: 'by-other-name', attributes: { 'x509.subjectdn': 'CN=shop2' } },
  {
    clientId: 'by-pattern',
    attributes: { 'x509.subjectdn': 'CN=sh.p', 'x509.allow.regex.pattern.comparison': 'true' },
  },
  {
    clientId: 'by-part',
    attributes: { 'x509.subjectdn': 'CN=sh', 'x509.allow.regex.pattern.comparison': 'true' },
  },
  {
    clientId: 'by-nonsense',
    attributes: { 'x509.subjectdn': '(', 'x509.allow.regex.pattern.comparison': 'true' },
  },
  { clientId: 'by-dots', attributes: { 'x509.subjectdn': 'CN=sh.p' } },
  { clientId: 'by-key', attributes: { 'use.jwks.string': 'true', 'jwks.string': jwks } },
  { clientId: 'by-nothing', attributes: {} },
];

interface Outcome {
  readonly status: number;
  readonly method: unknown;
  readonly error: unknown;
  readonly reason: string | undefined;
}

type Call = (clientId: string, shows?: TestCertificate) => Promise<Outcome>;

async function withTls(
  use: (call: Call, pass: (ms: number) => void) => Promise<void>,
  trusted: string | undefined = shop.certificate,
): Promise<void> {
  const log = createCollectingLogger('http');
  const used = createMemoryStore().createExpiringStore('client-assertion');
  const keys = createClientKeys(createRemoteJwks({ log }), log);
  const authentication = createClientAuthentication({ usedAssertions: used, keys });
  const route: Route = {
    method: 'POST',
    path: '/realms/:realm/token',
    title: 'Token request',
    realm: true,
    body: 'form',
    async handle(exchange) {
      try {
        return jsonReply(200, { method: (await authentication.authenticateClient(exchange)).method });
      } catch (error) {
        if (error instanceof OAuthError) return oauthErrorReply(exchange, error);
        throw error;
      }
    },
  };
  const clients = CLIENTS.map((client) => ({
    ...client,
    id: client.clientId,
    publicClient: false,
    clientAuthenticatorType: 'client-x509',
  }));
  const running = await startTestHttpServer([route], {
    realms: [{ id: 'r1', realm: 'demo', clients }],
    server: { tls: { credentials: server, asksForCertificates: true, requiresCertificates: false, trusted } },
  });
  const url = `https://127.0.0.1:${running.port}/realms/demo/token`;
  try {
    await use(
      async (client_id, shows) => {
        const { status, text } = await callOverTls(url, {
          form: { client_id },
          ...(shows === undefined ? {} : { shows }),
        });
        const { method, error } = JSON.parse(text) as Record<string, unknown>;
        return { status, method, error, reason: running.activity.list().records[0]?.refusal?.reason };
      },
      (ms) => running.clock.setOffsetMs(ms),
    );
  } finally {
    await running.stop();
  }
}

async function assertRefused(
  outcome: Promise<Outcome>,
  reason: RegExp,
  status = 401,
  code = 'invalid_client',
): Promise<void> {
  const { status: answered, error, reason: actual } = await outcome;
  assert.deepEqual([answered, error], [status, code]);
  assert.match(actual ?? '', reason);
}

test('RFC 8705 §2.1: a trusted certificate with the configured subject, or one matching the pattern, is accepted', () =>
  withTls(async (call) => {
    assert.deepEqual((await call('by-name', shop)).method, 'tls_client_auth');
    assert.deepEqual((await call('by-pattern', shop)).method, 'tls_client_auth');
  }));

test('RFC 8705 §2.1: the configured subject in a certificate from an untrusted CA is rejected', () =>
  withTls(async (call) => {
    await assertRefused(call('by-name', impostor), /not issued by a trusted CA/);
    await assertRefused(call('by-pattern', impostor), /not issued by a trusted CA/);
  }));

test('RFC 8705 §2.1: without https-trust-store-file no subject is accepted', () =>
  withTls(async (call) => {
    await assertRefused(call('by-name', shop), /not issued by a trusted CA/);
  }, ''));

test('RFC 8705 §2.1: another subject is rejected; a pattern works only with its setting and must match the whole subject', () =>
  withTls(async (call) => {
    for (const clientId of ['by-other-name', 'by-dots', 'by-part'])
      await assertRefused(call(clientId, shop), /is of "CN=shop"/);
  }));

test('an invalid pattern is reported as a fault in the client’s settings, not as a server error', () =>
  withTls(async (call) => {
    await assertRefused(call('by-nonsense', shop), /not a regular expression/, 400, 'unauthorized_client');
  }));

test('RFC 8705 §2.2: a self-signed certificate is accepted by its key, and one with another key is rejected', () =>
  withTls(async (call) => {
    assert.equal((await call('by-key', shop)).method, 'self_signed_tls_client_auth');
    await assertRefused(call('by-key', impostor), /does not belong to client by-key/);
  }));

test('a client with neither subject nor keys cannot be authenticated', () =>
  withTls(async (call) => {
    await assertRefused(call('by-nothing', shop), /no public key/, 400, 'unauthorized_client');
  }));

test('RFC 8705 §2: a request without a certificate is rejected', () =>
  withTls(async (call) => {
    for (const clientId of ['by-name', 'by-key']) await assertRefused(call(clientId), /sent no certificate/);
  }));

test('RFC 5280 §4.1.2.5: an expired certificate is rejected', () =>
  withTls(async (call, setOffset) => {
    setOffset(Date.UTC(2049, 0, 1) - Date.UTC(2030, 0, 1));
    for (const clientId of ['by-name', 'by-key'])
      await assertRefused(call(clientId, shop), /not now on the realm's clock/);
  }));
