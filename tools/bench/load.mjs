// The load: counts operations on separate connections and the CPU time that the server spends on them.
import { Connection } from './http-client.mjs';
import { cpuSeconds } from './process.mjs';

/** Calls `operation` on every connection until `goesOn(count)` is false; returns the rate and the server's
 * CPU milliseconds per operation. */
async function drive(server, clients, operation, goesOn) {
  const cpuBefore = cpuSeconds(server.pid);
  const startedAt = performance.now();
  let begun = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (goesOn(begun)) {
        begun++;
        await operation(client, server.url);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  return { rate: begun / seconds, cpu: ((cpuSeconds(server.pid) - cpuBefore) * 1000) / begun };
}

async function withConnections(count, work) {
  const clients = Array.from({ length: count }, () => new Connection());
  try {
    return await work(clients);
  } finally {
    for (const client of clients) client.close();
  }
}

/** Runs warm-up operations, then the measured ones, on the same connections. */
export function driveCounted(subject, server, run, { connections, before, measured }) {
  const operation = subject[run].bind(subject);
  subject.prepare?.(server.url, run, before + measured);
  return withConnections(connections, async (clients) => {
    if (before > 0) await drive(server, clients, operation, (begun) => begun < before);
    return drive(server, clients, operation, (begun) => begun < measured);
  });
}

/** Measures for the given seconds, after one operation on each connection. `expected` operations a second are
 * prepared if they need it. */
export function driveTimed(subject, server, run, { connections, seconds, expected }) {
  const operation = subject[run].bind(subject);
  subject.prepare?.(server.url, run, Math.ceil(expected * seconds * 2) + connections);
  return withConnections(connections, async (clients) => {
    await Promise.all(clients.map((client) => operation(client, server.url)));
    const until = performance.now() + seconds * 1000;
    return drive(server, clients, operation, () => performance.now() < until);
  });
}
