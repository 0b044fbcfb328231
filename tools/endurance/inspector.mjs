// Triggers a full garbage collection in another process through Node's inspector and reads its memory.
// Implements a minimum of RFC 6455.
import { randomBytes } from 'node:crypto';
import { get } from 'node:http';

const OPCODE = { text: 1, close: 8 };

function readJson(url) {
  return new Promise((done, failed) => {
    get(url, { agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += chunk));
      response.on('end', () => done(JSON.parse(text)));
    }).on('error', failed);
  });
}

/** A masked client frame (RFC 6455 §5.2). */
export function encodeFrame(opcode, text, mask = randomBytes(4)) {
  const payload = Buffer.from(text);
  const length =
    payload.length < 126 ? [payload.length | 0x80] : [126 | 0x80, payload.length >> 8, payload.length & 0xff];
  const masked = payload.map((byte, index) => byte ^ mask[index % 4]);
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length]), mask, masked]);
}

/** The first complete frame from a server: its text and the rest; undefined if it is incomplete. */
export function decodeFrame(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const start = { 126: 4, 127: 10 }[short] ?? 2;
  if (bytes.length < start) return undefined;
  const length =
    { 126: () => bytes.readUInt16BE(2), 127: () => Number(bytes.readBigUInt64BE(2)) }[short]?.() ?? short;
  if (bytes.length < start + length) return undefined;
  return {
    opcode: bytes[0] & 0x0f,
    text: bytes.subarray(start, start + length).toString('utf8'),
    rest: bytes.subarray(start + length),
  };
}

function connect(url) {
  const { hostname, port, pathname } = new URL(url);
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  return new Promise((done, failed) => {
    get({ hostname, port, path: pathname, headers, agent: false })
      .on('upgrade', (_, socket) => done(socket))
      .on('response', ({ statusCode }) => failed(new Error(`inspector: ${statusCode}`)))
      .on('error', failed);
  });
}

/** Calls methods of the inspector, one at a time. */
class Session {
  #socket;
  #received = Buffer.alloc(0);
  #nextId = 1;
  #waiting = new Map();

  constructor(socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('close', () => {
      for (const { failed } of this.#waiting.values())
        failed(new Error('the inspector closed the connection'));
    });
    socket.on('error', () => undefined);
  }

  #receive(chunk) {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (let frame = decodeFrame(this.#received); frame !== undefined; frame = decodeFrame(this.#received)) {
      this.#received = frame.rest;
      if (frame.opcode !== OPCODE.text) continue;
      const { id, result, error } = JSON.parse(frame.text);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.done(result);
      else waiting?.failed(new Error(error.message));
    }
  }

  call(method, params = {}) {
    const id = this.#nextId++;
    this.#socket.write(encodeFrame(OPCODE.text, JSON.stringify({ id, method, params })));
    return new Promise((done, failed) => this.#waiting.set(id, { done, failed }));
  }

  close() {
    this.#socket.end(encodeFrame(OPCODE.close, ''));
  }
}

/** Opens the inspector of a process that was started with `--inspect-port=127.0.0.1:PORT`. */
export async function openInspector(pid, port) {
  process.kill(pid, 'SIGUSR1');
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await readJson(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
    if (found !== undefined) return found[0].webSocketDebuggerUrl;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`process ${pid} did not open an inspector on port ${port}`);
}

/** Memory after a full garbage collection, in bytes: `heapUsed` (including `code`) and `external` (including
 * `arrayBuffers`). */
export async function measureHeap(inspectorUrl) {
  const session = new Session(await connect(inspectorUrl));
  try {
    // The second collection frees what finalizers release.
    await session.call('HeapProfiler.collectGarbage');
    await session.call('HeapProfiler.collectGarbage');
    const expression = `JSON.stringify([process.memoryUsage(), require('v8').getHeapSpaceStatistics()])`;
    const { result } = await session.call('Runtime.evaluate', { expression, includeCommandLineAPI: true });
    const [memory, spaces] = JSON.parse(result.value);
    const code = spaces
      .filter(({ space_name }) => space_name.startsWith('code'))
      .map((space) => space.space_used_size);
    return { ...memory, code: code.reduce((sum, bytes) => sum + bytes, 0) };
  } finally {
    session.close();
  }
}
