// Figures of a process from the system, and its memory after a full garbage collection.
import { readdirSync, readFileSync } from 'node:fs';
import { residentMb } from '../bench/process.mjs';
import { measureHeap, openInspector } from './inspector.mjs';
import { findFreePort } from './server.mjs';

/** Starts a server of `home` whose memory can be measured: `measure()` resolves to bytes and counts. */
export async function startMeasured(home) {
  const port = await findFreePort();
  const server = await home.start({ NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` });
  const inspectorUrl = await openInspector(server.pid, port);
  const measure = async () => {
    const { heapUsed, external, code, arrayBuffers } = await measureHeap(inspectorUrl);
    return {
      heap: heapUsed + external,
      code,
      buffers: arrayBuffers,
      resident: residentMb(server.pid) * 2 ** 20,
      descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
      threads: Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]),
    };
  };
  return { ...server, measure };
}
