// Tests of the WebSocket frames that the inspector needs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeFrame, encodeFrame } from './inspector.mjs';

const OPCODE_TEXT = 1;

function serverFrame(text) {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
  head[0] = 0x81;
  head[1] = { 2: payload.length, 4: 126, 10: 127 }[head.length];
  if (head.length === 4) head.writeUInt16BE(payload.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

test('RFC 6455 §5.7: a masked text frame', () => {
  const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);
  assert.equal(encodeFrame(OPCODE_TEXT, 'Hello', mask).toString('hex'), '818537fa213d7f9f4d5158');
});

test('RFC 6455 §5.2: the length of a longer text is sent in two bytes', () => {
  const frame = encodeFrame(OPCODE_TEXT, 'x'.repeat(300), Buffer.alloc(4));
  assert.deepEqual([...frame.subarray(0, 4)], [0x81, 0xfe, 1, 44]);
  assert.equal(frame.length, 4 + 4 + 300);
});

test('RFC 6455 §5.2: frames of every length are read, and the rest is kept', () => {
  for (const length of [0, 5, 125, 126, 65_535, 65_536]) {
    const text = 'y'.repeat(length);
    const found = decodeFrame(Buffer.concat([serverFrame(text), Buffer.from('next')]));
    assert.equal(found.text, text);
    assert.equal(found.rest.toString(), 'next');
  }
});

test('an incomplete frame is not read yet', () => {
  const whole = serverFrame('z'.repeat(200));
  for (const length of [0, 1, 3, 4, whole.length - 1]) {
    assert.equal(decodeFrame(whole.subarray(0, length)), undefined, String(length));
  }
});
