// Test support: talks to a port byte by byte, and runs shell commands against it.
import { execFile } from 'node:child_process';
import { connect, type Socket } from 'node:net';

/** Writes bytes to a new connection without ending it; resolves to everything received until it closes. */
export function exchangeRaw(url: string, bytes: string): Promise<string> {
  return collect(openSocket(url, bytes));
}

/** Writes bytes and ends the caller's half of the connection, like `printf | nc`. */
export function exchangeHalfClosed(url: string, bytes: string): Promise<string> {
  const socket = openSocket(url, bytes);
  socket.end();
  return collect(socket);
}

export function openSocket(url: string, bytes = ''): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname.replaceAll(/[[\]]/g, ''));
  if (bytes !== '') socket.write(bytes, 'latin1');
  return socket;
}

/** Everything that arrives until the connection closes, or is reset. */
export function collect(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** Resolves once what has arrived matches. */
export function receive(socket: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      if (!pattern.test(text)) return;
      socket.off('data', onData);
      resolve(text);
    };
    socket.on('data', onData);
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(text)}`)));
  });
}

export interface ShellResult {
  readonly exitCode: number;
  readonly output: string;
}

/** Runs a command line in bash. */
export function runBash(command: string): Promise<ShellResult> {
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, output: stdout + stderr });
    });
  });
}
