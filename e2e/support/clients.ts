// The demo realm's clients and users; the values are from fixtures/realms/demo.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './server.ts';

interface DemoFile {
  readonly clients: readonly { readonly clientId: string; readonly secret?: string }[];
  readonly users: readonly {
    readonly username: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly credentials: readonly { readonly value: string }[];
  }[];
}

const demo = JSON.parse(readFileSync(join(ROOT, 'fixtures/realms/demo.json'), 'utf8')) as DemoFile;

/** The secret of a confidential client of the demo realm. */
export function secretOf(clientId: string): string {
  const secret = demo.clients.find((client) => client.clientId === clientId)?.secret;
  if (secret === undefined) throw new Error(`${clientId} has no secret in the demo realm`);
  return secret;
}

/** A user of the demo realm. */
export function person(username: string): {
  username: string;
  password: string;
  name: string;
  email: string;
} {
  const user = demo.users.find((candidate) => candidate.username === username);
  const password = user?.credentials[0]?.value;
  if (user === undefined || password === undefined) throw new Error(`${username} is not in the demo realm`);
  return { username, password, name: `${user.firstName} ${user.lastName}`, email: user.email };
}

/** A loopback callback that the demo realm's clients accept; nothing listens there. */
export const CALLBACK = 'http://127.0.0.1:8765/callback';
