// Finds a free port, for what cannot listen on port 0 and report the port that it took.
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to those who ask for any: between the search and its use, which may be many seconds
 * later, no server that listens on port 0 takes the port.
 */
const FIRST = 20_000;
const PER_WORKER = 1000;

let tried = 0;

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  await new Promise((done) => probe.close(done));
  return true;
}

/** A port of the loopback interface that is free now, and that no other worker of the tests searches for. */
export async function freePort(): Promise<number> {
  const first = FIRST + PER_WORKER * Number(process.env['TEST_PARALLEL_INDEX'] ?? 0);
  for (let count = 0; count < PER_WORKER; count += 1) {
    const port = first + (tried % PER_WORKER);
    tried += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port between ${first} and ${first + PER_WORKER - 1} is free.`);
}
