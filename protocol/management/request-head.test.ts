import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  countLeadingLineEnds,
  findHeadEnd,
  parseHead,
  type RequestHead,
  readBodyLength,
  staysOpen,
} from './request-head.ts';

function read(text: string): RequestHead {
  const head = parseHead(Buffer.from(text, 'latin1'));
  assert.ok(!('status' in head), JSON.stringify(text));
  return head;
}

test('RFC 9112 §2.2: a head ends at the empty line, with CRLF, with LF alone, or mixed', () => {
  for (const [text, end] of [
    ['GET / HTTP/1.1\r\n\r\nrest', 18],
    ['GET / HTTP/1.1\n\nrest', 16],
    ['GET / HTTP/1.1\n\r\nrest', 17],
    ['GET / HTTP/1.1\r\n\nrest', 17],
    ['GET / HTTP/1.1\r\na: b\r\n\r\n', 24],
    ['GET / HTTP/1.1\r\n', -1],
    ['GET / HTTP/1.1\r\n\r', -1],
    ['', -1],
  ] as const)
    assert.equal(findHeadEnd(Buffer.from(text)), end, JSON.stringify(text));
});

test('RFC 9112 §2.2: line ends before the request line are counted', () => {
  assert.equal(countLeadingLineEnds(Buffer.from('\n\r\nGET')), 3);
  assert.equal(countLeadingLineEnds(Buffer.from('GET\n')), 0);
  assert.equal(countLeadingLineEnds(Buffer.from('\n')), 1);
});

test('RFC 9112 §3: method, target, version and headers are read, whatever ends the lines', () => {
  for (const end of ['\r\n', '\n']) {
    const head = read(['GET /a?b HTTP/1.0', 'HOST: x', 'Accept:a', 'accept: \tb ', '', ''].join(end));
    assert.deepEqual([head.method, head.target, head.version], ['GET', '/a?b', '1.0']);
    assert.deepEqual(
      [...head.headers],
      [
        ['host', 'x'],
        ['accept', 'a, b'],
      ],
    );
  }
});

test('bad input: what is not a request line or a header is 400', () => {
  for (const text of [
    '\0\x01\x02',
    'GET',
    'GET /',
    'GET  / HTTP/1.1',
    'GET / HTTP/1.1 ',
    'GET /a b HTTP/1.1',
    'G(T / HTTP/1.1',
    'GET /\x00 HTTP/1.1',
    'GET / HTTP/1.1\r\nno colon',
    'GET / HTTP/1.1\r\n: value',
    'GET / HTTP/1.1\r\nname : value',
    'GET / HTTP/1.1\r\nname: a\r\n continued',
    'GET / HTTP/1.1\r\nname: a\x00b',
    'GET / HTTP/1.1\r\nname: a\rb',
  ])
    assert.deepEqual(
      parseHead(Buffer.from(`${text}\r\n\r\n`, 'latin1')),
      { status: 400 },
      JSON.stringify(text),
    );
});

test('RFC 9110 §15.6.6: another major version of HTTP is 505', () => {
  for (const version of ['0.9', '2.0', '3.1'])
    assert.deepEqual(parseHead(Buffer.from(`GET / HTTP/${version}\r\n\r\n`)), { status: 505 });
  assert.equal(read('GET / HTTP/1.7\r\n\r\n').version, '1.1');
});

test('RFC 9112 §6.3: the length of a body is Content-Length, or unknown with Transfer-Encoding', () => {
  const lengthWith = (...headers: string[]) =>
    readBodyLength(read(['POST / HTTP/1.1', ...headers, '', ''].join('\r\n')));
  assert.equal(lengthWith(), 0);
  assert.equal(lengthWith('Content-Length: 12'), 12);
  assert.equal(lengthWith('Transfer-Encoding: chunked'), 'unknown');
});

test('bad input: a Content-Length that is no number, repeated, or beside Transfer-Encoding is malformed', () => {
  const lengthWith = (...headers: string[]) =>
    readBodyLength(read(['POST / HTTP/1.1', ...headers, '', ''].join('\r\n')));
  for (const value of ['', '-1', '+1', '1.5', '0x1', '1e3', '9'.repeat(16)])
    assert.equal(lengthWith(`Content-Length: ${value}`), 'malformed', value);
  assert.equal(lengthWith('Content-Length: 1', 'Content-Length: 1'), 'malformed');
  assert.equal(lengthWith('Content-Length: 1', 'Transfer-Encoding: chunked'), 'malformed');
});

test('RFC 9112 §9.3: HTTP/1.1 keeps the connection unless it says close, HTTP/1.0 never does', () => {
  const keeps = (version: string, connection: string) =>
    staysOpen(read(`GET / HTTP/${version}\r\nConnection: ${connection}\r\n\r\n`));
  assert.equal(keeps('1.1', 'keep-alive'), true);
  assert.equal(keeps('1.1', 'closed'), true);
  assert.equal(keeps('1.1', 'close'), false);
  assert.equal(keeps('1.1', 'Upgrade, CLOSE'), false);
  assert.equal(keeps('1.0', 'keep-alive'), false);
});

test('bad input: no bytes make the reader throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const head = parseHead(Buffer.from(bytes));
      if (!('status' in head)) assert.notEqual(readBodyLength(head), undefined);
    }),
  );
});
