// Runs a program as a process would, and a server that answers it.
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../host.ts';

export interface Ran {
  readonly exitCode: number;
  readonly printed: string;
  readonly reported: string;
}

export function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'understudy-image-'));
}

/** Runs a program in a folder, which is also Keycloak's. */
export async function runIn(folder: string, program: Program, ...args: readonly string[]): Promise<Ran> {
  const printed: Buffer[] = [];
  const reported: string[] = [];
  const exitCode = await program({
    args,
    workingDirectory: folder,
    home: folder,
    print: (data) => void printed.push(Buffer.from(data)),
    report: (message) => void reported.push(message),
  });
  return { exitCode, printed: Buffer.concat(printed).toString('utf8'), reported: reported.join('\n') };
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Answers every request, after a delay, until the test ends; resolves to the URL without a final slash. */
export async function serve(
  context: TestContext,
  answer: (request: IncomingMessage, body: string) => Answer,
  delayMs = 0,
): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { status, headers = {}, body: text = '' } = answer(request, body);
    await sleep(delayMs);
    response.writeHead(status, { ...headers }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
