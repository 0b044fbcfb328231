// Keeps what other programs print.
import type { ChildProcess } from 'node:child_process';

/** What a process has printed so far, on both streams. */
export function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  return () => text;
}
