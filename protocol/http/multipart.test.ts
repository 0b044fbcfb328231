import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMultipart } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=abc';
const part = (disposition: string, value: string): string =>
  `--abc\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;

test('RFC 7578 §4.2: fields and files are read by name, whatever lines their values have', async () => {
  const form = new FormData();
  form.set('keystoreFormat', 'Certificate PEM');
  form.set('file', new Blob(['a\r\n--b\r\n\r\nc']), 'x".pem');
  const sent = new Response(form);
  const parsed = parseMultipart(await sent.text(), sent.headers.get('content-type') ?? '');
  assert.deepEqual(
    [parsed.get('keystoreFormat'), parsed.get('file')],
    ['Certificate PEM', 'a\r\n--b\r\n\r\nc'],
  );
});

test('RFC 2046 §5.1.1: the boundary may be quoted, and text before the first part is passed over', () => {
  const body = `before\r\n${part('name="a"', '1')}${part('name=""', '2')}--abc--\r\nafter`;
  const { entries } = parseMultipart(body, 'multipart/form-data; charset=utf-8; boundary="abc"');
  assert.deepEqual(entries, [
    ['a', '1'],
    ['', '2'],
  ]);
});

for (const [title, body, type] of [
  ['no boundary', part('name="a"', '1'), 'multipart/form-data'],
  ['a boundary that is too long', '', `multipart/form-data; boundary=${'x'.repeat(71)}`],
  ['no end', part('name="a"', '1'), TYPE],
  ['another boundary', '--other\r\n\r\n--other--', TYPE],
  ['nothing', '', TYPE],
  ['a part without a name', `${part('filename="a"', '1')}--abc--`, TYPE],
  ['a part without headers', '--abc\r\n1\r\n--abc--', TYPE],
  ['too many parts', `${part('name="a"', '').repeat(1001)}--abc--`, TYPE],
] as const)
  test(`RFC 7578 §4: an upload with ${title} is 400`, () => {
    assert.throws(() => parseMultipart(body, type), { status: 400 });
  });
