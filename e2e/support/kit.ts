// The test kit's client for the servers of these tests.
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { connect, type Understudy } from '#fixtures/test/understudy.ts';
import type { TestServer } from './server.ts';

/** What the kit needs to know of a server. */
type Server = Pick<TestServer, 'url' | 'dataDir'>;

/** The kit of a server, whose control key is in its data directory. */
export function kitOf({ url, dataDir }: Server): Understudy {
  return connect({ url, dataDir });
}

/** A realm of a server, by default the demo realm. */
export function realmOf(server: Server, realm = 'demo'): Promise<IdentityProvider> {
  return kitOf(server).realm(realm);
}
