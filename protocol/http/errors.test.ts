import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { defectReply, faultReply, MissingCredentialsError, oauthErrorReply } from './errors.ts';
import type { Exchange, Reply } from './exchange.ts';
import { RequestFault } from './request-fault.ts';
import { callOnce, startTestHttpServer } from './testing/server.ts';

async function replyTo(error: OAuthError): Promise<{ reply: Reply; code: string | undefined }> {
  let reply: Reply = { status: 0 };
  const { summary } = await callOnce((exchange: Exchange) => {
    reply = oauthErrorReply(exchange, error);
    return reply;
  });
  return { reply, code: summary?.refusal?.code };
}

test('RFC 6749 §5.2: a refusal is JSON, never cached, and recorded in Activity', async () => {
  const { reply, code } = await replyTo(
    new OAuthError('invalid_grant', { description: 'Code not valid', reason: 'used', remedy: 'x' }),
  );
  assert.equal(reply.status, 400);
  assert.equal(reply.body, '{"error":"invalid_grant","error_description":"Code not valid"}');
  assert.equal(reply.headers?.['cache-control'], 'no-store');
  assert.equal(reply.headers?.['pragma'], 'no-cache');
  assert.equal(code, 'invalid_grant');
});

test('reason and remedy are not sent to the caller', async () => {
  const { reply } = await replyTo(
    new OAuthError('invalid_client', { reason: 'secret reason', remedy: 'secret remedy' }),
  );
  assert.doesNotMatch(String(reply.body), /secret/);
});

test('an empty description is omitted', async () => {
  const { reply } = await replyTo(new OAuthError('invalid_grant', { description: '' }));
  assert.equal(reply.body, '{"error":"invalid_grant"}');
});

test('RFC 9110 §11.6.1: a request without credentials gets a challenge without body', async () => {
  const { reply } = await replyTo(new MissingCredentialsError('demo', { description: '' }));
  assert.equal(reply.status, 401);
  assert.equal(reply.body, undefined);
  assert.equal(reply.headers?.['www-authenticate'], 'Basic realm="demo"');
});

test('a fault is JSON for programs and a page for browsers', () => {
  const fault = new RequestFault(404, 'not_found', 'There is <nothing> here.', { headers: { allow: 'GET' } });
  for (const [method, accept] of [
    ['POST', '*/*'],
    ['POST', undefined],
    // No page has a form for an address that does not exist.
    ['POST', 'text/html'],
    ['PUT', 'text/html'],
    ['GET', 'application/json'],
  ] as const)
    assert.equal(
      faultReply(fault, method, accept).body,
      '{"error":"not_found","error_description":"There is <nothing> here."}',
    );
  const large = new RequestFault(413, 'invalid_request', 'The body is too large.');
  assert.match(String(faultReply(large, 'POST', 'text/html').body), /id="kc-error-message"/, 'a form');
  assert.equal(faultReply(fault, 'GET', '*/*').headers?.['allow'], 'GET');
  const page = faultReply(fault, 'GET', 'text/html,application/xhtml+xml');
  assert.match(String(page.body), /There is &lt;nothing&gt; here\./);
  assert.equal(page.headers?.['allow'], 'GET');
  assert.equal(page.status, 404);
});

test('a defect refers the caller to the log and reveals nothing else', () => {
  const description = 'For more on this error consult the server log.';
  assert.deepEqual(JSON.parse(String(defectReply('POST', undefined).body)), {
    error: 'unknown_error',
    error_description: description,
  });
  assert.equal(defectReply('GET', 'text/html').status, 500);
});

const refuseToSave = (): never => {
  throw new StorageError(
    '/secret/place',
    Object.assign(new Error('gone'), { code: 'ENOENT', syscall: 'open' }),
  );
};

test('RFC 9110 §15.6.4: a missing data directory is answered 503 with what happened and how to fix it, never the path', async () => {
  const server = await startTestHttpServer([
    { method: 'GET', path: '/x', title: 'Unsaved', handle: refuseToSave },
  ]);
  const response = await server.send('/x');
  const text = await response.text();
  assert.equal(response.status, 503);
  assert.match(text, /"error":"temporarily_unavailable"/);
  assert.match(text, /was removed while the server was running\. Put the data directory back/);
  assert.equal(text.includes('/secret/place'), false);
  assert.equal(server.log.records[0]?.parameters['path'], '/secret/place');
  assert.equal(server.activity.list().records[0]?.refusal?.code, 'temporarily_unavailable');
  await server.stop();
});

test('a browser whose form cannot be saved gets a page that says why', async () => {
  const server = await startTestHttpServer([
    { method: 'POST', path: '/x', title: 'Unsaved', body: 'form', handle: refuseToSave },
  ]);
  const response = await server.send('/x', {
    method: 'POST',
    headers: { accept: 'text/html,*/*' },
    body: new URLSearchParams({ a: '1' }),
  });
  assert.equal(response.status, 503);
  assert.match(await response.text(), /<h1[^>]*>Nothing can be saved<\/h1>[\s\S]*was removed while/);
  await server.stop();
});

test('issue 18 "Languages": plain pages are in their language; a text without a translation is marked as English', () => {
  const texts = {
    locale: 'ar',
    direction: 'rtl',
    translate: (text: string) => (text === 'Nothing here' ? 'لا شيء <هنا>' : undefined),
  } as const;
  const lost = new RequestFault(404, 'not_found', 'There is nothing.');
  const page = String(faultReply(lost, 'GET', 'text/html', texts).body);
  assert.match(page, /<html lang="ar" dir="rtl"[^>]*>/);
  assert.match(page, /<h1 id="kc-page-title"[^>]*>لا شيء &lt;هنا&gt;<\/h1>/);
  assert.match(page, /<p class="instruction" lang="en" dir="ltr">There is nothing\.<\/p>/);
  assert.match(String(defectReply('GET', 'text/html', texts).body), /<html lang="ar"/);
  assert.doesNotMatch(String(faultReply(lost, 'POST', '*/*', texts).body), /هنا/);
});
