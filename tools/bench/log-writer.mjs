// Writes the lines of the log benchmark in a separate process: `log-writer.mjs <understudy|pino> <sink> <file
// or port> <lines>`.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';

const [, , subject, sink, target, lineCount] = process.argv;
const LINES = Number(lineCount);
/** Lines per turn of the event loop, as in a busy server. */
const LINES_PER_TURN = 25;

const OUR_FLAGS = {
  'console, /dev/null': {},
  'console, pipe': {},
  'JSON, pipe': { 'log-console-output': 'json' },
  file: { log: 'file', 'log-file': target },
  'GELF, UDP': {
    log: 'gelf',
    'log-gelf-host': '127.0.0.1',
    'log-gelf-port': target,
    'log-gelf-include-location': 'false',
  },
  'level off': { 'log-level': 'off' },
};

async function createOurs() {
  // biome-ignore lint/style/noRestrictedImports: the handlers are measured without the server.
  const { resolveOptions } = await import('#protocol/start/config/resolve-options.ts');
  // biome-ignore lint/style/noRestrictedImports: the handlers are measured without the server.
  const { createLogControl } = await import('#protocol/log/log-control.ts');
  const here = import.meta.dirname;
  const options = resolveOptions({
    commandLine: new Map(Object.entries(OUR_FLAGS[sink])),
    environment: {},
    home: here,
    workingDirectory: here,
  });
  const control = createLogControl(options, { environment: {} });
  const log = control.root.child('http').child('request');
  return {
    write: (n) =>
      log.info('GET /realms/demo/protocol/openid-connect/token', { status: 200, client: 'demo-web', n }),
    close: () => control.close(),
  };
}

/** A message with the same members as ours, compressed with zlib's defaults like GELF transports for pino. */
function createGelfStream(port) {
  const socket = createSocket('udp4');
  const stream = new Writable({
    write(line, _encoding, done) {
      const { time, msg, name, level, ...parameters } = JSON.parse(line);
      const message = {
        version: '1.1',
        host: hostname(),
        short_message: msg,
        full_message: msg,
        timestamp: time / 1000,
        level: level === 30 ? 6 : 7,
        facility: 'server',
        _LoggerName: name,
      };
      for (const [key, value] of Object.entries(parameters)) message[`_${key}`] = value;
      socket.send(gzipSync(JSON.stringify(message)), port, '127.0.0.1', done);
    },
  });
  stream.on('close', () => socket.close());
  return stream;
}

async function createPino() {
  const { pino } = await import('pino');
  const stream =
    sink === 'GELF, UDP'
      ? createGelfStream(Number(target))
      : pino.destination({ dest: sink === 'file' ? target : 1, sync: false });
  const level = sink === 'level off' ? 'silent' : 'info';
  const log = pino({ name: 'http.request', level }, stream);
  return {
    write: (n) =>
      log.info({ status: 200, client: 'demo-web', n }, 'GET /realms/demo/protocol/openid-connect/token'),
    async close() {
      stream.end();
      await once(stream, 'close');
    },
  };
}

const logger = subject === 'pino' ? await createPino() : await createOurs();
const nextTurn = () => new Promise((done) => setImmediate(done));
/** Standard output that is a pipe or terminal applies back-pressure. */
const isFull = () => process.stdout.writableNeedDrain;

// The first lines warm the compiler up; they count as lines but not as time.
const WARM = Math.floor(LINES / 10);
let startedAt = performance.now();
let cpuBefore = process.cpuUsage();
for (let n = 0; n < LINES; n++) {
  if (n === WARM) {
    startedAt = performance.now();
    cpuBefore = process.cpuUsage();
  }
  logger.write(n);
  if (n % LINES_PER_TURN === LINES_PER_TURN - 1) await nextTurn();
  if (isFull()) await once(process.stdout, 'drain');
}
await logger.close();
if (process.stdout.writableLength > 0) await new Promise((done) => process.stdout.write('', done));
const share = LINES / (LINES - WARM);
const seconds = ((performance.now() - startedAt) / 1000) * share;
const cpu = process.cpuUsage(cpuBefore);
process.send({ seconds, cpuSeconds: ((cpu.user + cpu.system) / 1e6) * share });
process.disconnect();
