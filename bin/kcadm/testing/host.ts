// A process for tests of the command: collects the output, in a home folder of its own.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../host.ts';
import { run } from '../run.ts';

export interface TestHost extends Host {
  /** What was printed so far. */
  out(): string;
  err(): string;
}

export function createHome(): string {
  return mkdtempSync(join(tmpdir(), 'kcadm-'));
}

export function createTestHost(changes: Partial<Host> & { readonly input?: string } = {}): TestHost {
  let [out, err] = ['', ''];
  return {
    program: 'kcadm.sh',
    args: [],
    environment: {},
    homeDirectory: changes.homeDirectory ?? createHome(),
    terminal: undefined,
    print: (data) => {
      out += typeof data === 'string' ? data : Buffer.from(data).toString('utf8');
    },
    report: (message) => {
      err += `${message}\n`;
    },
    readInput: async () => changes.input ?? '',
    now: () => 1_000_000,
    ...changes,
    out: () => out,
    err: () => err,
  };
}

/** How a command line ended. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line, whose words contain no blanks unless they are given as a list. */
export async function runLine(
  line: string | readonly string[],
  changes: Parameters<typeof createTestHost>[0] = {},
): Promise<Outcome> {
  const args = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const host = createTestHost({ ...changes, args });
  const code = await run(host);
  return { code, out: host.out(), err: host.err() };
}
