// Finds a port that nobody uses.
import { createServer } from 'node:net';

const HIGHEST_PORT = 65_535;
/** How many ports are tried. */
const MOST_TRIED = 100;

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port }, () => server.close(() => resolve(true)));
  });
}

/** The next free port of `host` after `port`; undefined if none of the next hundred is free. */
export async function findFreePort(host: string, port: number): Promise<number | undefined> {
  const last = Math.min(HIGHEST_PORT, port + MOST_TRIED);
  for (let next = port + 1; next <= last; next++) if (await isFree(host, next)) return next;
  return undefined;
}
