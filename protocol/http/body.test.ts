import assert from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { AbortedRequestError, DEFAULT_MAX_BODY_BYTES, discardBody, readBody } from './body.ts';
import { RequestFault } from './request-fault.ts';

/** A request as the HTTP parser delivers it; `chunks` arrive one after another. */
function request(
  headers: Record<string, string>,
  chunks: readonly (string | Buffer)[],
  isComplete = true,
): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.headers = { 'transfer-encoding': 'chunked', ...headers };
  for (const chunk of chunks) message.push(chunk);
  if (isComplete) message.push(null);
  return message;
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function hasStatus(status: number): (error: unknown) => boolean {
  return (error) => error instanceof RequestFault && error.status === status;
}

test('a form, JSON and text are read as the route requires, and the raw text is kept for Activity', async () => {
  const form = await readBody(request(FORM, ['a=1', '&b=2']), 'form', 100);
  assert.deepEqual([form.form.get('b'), form.json, form.text, form.source], ['2', undefined, '', 'a=1&b=2']);
  const json = await readBody(request({ 'content-type': 'application/json' }, ['{"a":1}']), 'json', 100);
  assert.deepEqual(json.json, { a: 1 });
  assert.equal((await readBody(request({}, ['é']), 'text', 100)).text, 'é');
});

test('a character split across two chunks is decoded correctly', async () => {
  const bytes = Buffer.from('a=é');
  assert.equal(
    (await readBody(request(FORM, [bytes.subarray(0, 3), bytes.subarray(3)]), 'form', 100)).source,
    'a=é',
  );
});

test('RFC 9112 §9.6: an unwanted body is discarded, unless it is far too large or truncated', async () => {
  assert.equal(await discardBody(request({ 'content-length': '3' }, ['abc'])), true);
  assert.equal(await discardBody(request({ 'content-length': '30000000' }, [])), false);
  const away = request({}, ['abc'], false);
  const discarded = assert.rejects(discardBody(away), AbortedRequestError);
  away.destroy();
  await discarded;
});

test('a route that accepts no body does not read one', async () => {
  assert.equal((await readBody(request({ 'content-type': 'x' }, ['garbage']), 'none', 1)).source, '');
});

test('RFC 9110 §15.5.14: a body of exactly the maximum size is accepted', async () => {
  assert.equal((await readBody(request({}, ['x'.repeat(10)]), 'text', 10)).text.length, 10);
  await assert.rejects(readBody(request({}, ['x'.repeat(5), 'x'.repeat(6)]), 'text', 10), hasStatus(413));
  assert.equal(DEFAULT_MAX_BODY_BYTES, 262_144);
});

test('RFC 9112 §9.6: an oversized body is read to its end, a far larger one closes the connection', async () => {
  const connection = async (body: Promise<unknown>): Promise<string | undefined> => {
    const error: unknown = await body.catch((reason: unknown) => reason);
    assert.ok(error instanceof RequestFault && error.status === 413);
    return error.headers['connection'];
  };
  assert.equal(await connection(readBody(request({}, ['x'.repeat(1000)]), 'text', 10)), undefined);
  const megabytes = Array.from({ length: 5 }, () => Buffer.alloc(1024 * 1024));
  assert.equal(await connection(readBody(request({}, megabytes, false), 'text', 10)), 'close');
  assert.equal(
    await connection(readBody(request({ 'content-length': '5000000' }, [], false), 'text', 10)),
    'close',
  );
});

test('RFC 3629 §3: bytes that are not UTF-8 are rejected', async () => {
  await assert.rejects(readBody(request({}, [Buffer.from([0xc3])]), 'text', 10), hasStatus(400));
});

test('RFC 8259 §2: invalid JSON is rejected, and whitespace alone is an empty body', async () => {
  const json = { 'content-type': 'application/json' };
  await assert.rejects(readBody(request(json, ["{'a':1}"]), 'json', 100), hasStatus(400));
  assert.equal((await readBody(request(json, [' \n']), 'json', 100)).json, undefined);
});

test('a caller that disconnects is distinguished from an invalid request', async () => {
  const message = request(FORM, ['a=1'], false);
  const reading = readBody(message, 'form', 100);
  message.destroy();
  await assert.rejects(reading, AbortedRequestError);
});
