// A connection to a program of this machine that can be slow, be cut, or fall silent, for tests.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const HOST = '127.0.0.1';

/** How much of what a caller has sent is remembered: enough for its greeting and first statements. */
const REMEMBERED = 4096;

/** Ends both ends of a connection, as when a cable is cut. */
function destroy({ near, far }) {
  near.destroy();
  far.destroy();
}

/** Passes on what arrives, in order and after the delay of that moment, until the pair is silent. */
function passOn(from, to, pair, { delayMs }, arrived = () => undefined) {
  let last = Promise.resolve();
  from.on('data', (chunk) => {
    const due = Date.now() + delayMs();
    last = last.then(async () => {
      const left = due - Date.now();
      if (left > 0) await new Promise((done) => setTimeout(done, left));
      if (pair.isSilent || to.destroyed) return;
      arrived(chunk, () => to.write(chunk));
    });
  });
  from.on('end', () => {
    last = last.then(() => {
      if (!pair.isSilent) to.end();
    });
  });
  // Seen by the other end as a reset, unless that is silent.
  from.on('error', () => undefined);
  from.on('close', () => {
    last = last.then(() => {
      if (!pair.isSilent) to.destroy();
    });
  });
}

/** Starts a link to a port; callers connect to the port of the link instead. */
export async function startFaultyLink(target) {
  const pairs = new Set();
  let delay = 0;
  let cutting;
  const sending = (pair) => (chunk, write) => {
    const text = chunk.toString('latin1');
    pair.sent = (pair.sent + text).slice(0, REMEMBERED);
    if (cutting === undefined || !text.includes(cutting.text)) {
      write();
      return;
    }
    const { afterwards, done } = cutting;
    cutting = undefined;
    if (afterwards) {
      write();
      // The first bytes of the answer show that the statement has been run.
      pair.far.once('data', () => destroy(pair));
    } else destroy(pair);
    done();
  };
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: HOST, noDelay: true, allowHalfOpen: true });
    const pair = { near, far, sent: '', isSilent: false };
    pairs.add(pair);
    const link = { delayMs: () => delay };
    passOn(near, far, pair, link, sending(pair));
    passOn(far, near, pair, link, (_chunk, write) => write());
    near.once('close', () => pairs.delete(pair));
  }).listen(0, HOST);
  await once(server, 'listening');
  return {
    port: server.address().port,
    /** Milliseconds by which everything is late from now on, in each direction. */
    delay(milliseconds) {
      delay = milliseconds;
    },
    /** Cuts all connections. */
    cut: () => pairs.forEach(destroy),
    /**
     * Cuts the next connection on which this text is sent, before it arrives, or `afterwards`: it has arrived, and its
     * answer is lost. Resolves when that has happened.
     */
    cutAt: (text, { afterwards = false } = {}) =>
      new Promise((done) => {
        cutting = { text, afterwards, done };
      }),
    /**
     * From now on, nothing passes on the connections that are open and on which this text has been sent. They
     * stay open. New ones work. The number of silenced connections.
     */
    silence(text = '') {
      const found = [...pairs].filter((pair) => pair.sent.includes(text));
      for (const pair of found) pair.isSilent = true;
      return found.length;
    },
    async stop() {
      pairs.forEach(destroy);
      server.close();
      await once(server, 'close');
    },
  };
}
