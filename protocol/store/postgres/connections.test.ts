import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { type FaultyLink, startFaultyLink } from '../../../tools/faulty-link.mjs';
import { type Connection, Connections } from './connections.ts';
import { type TestDatabase, withDatabase } from './testing/test-database.ts';

const check = withDatabase();
/** The database would wait long for the password. */
const checkWithPassword = withDatabase({
  password: 'p4ssw0rd',
  settings: { authentication_timeout: '600s' },
});

/** Long enough for an answer on a busy machine; only what is silent waits for as long. */
const LIMITS = { answer: 3000, suspicion: 500 };

const PID = { text: 'SELECT pg_backend_pid() AS pid' };

const pidOf = async (connection: Connection): Promise<number> => (await connection.query(PID)).rows[0].pid;

const never = (): boolean => false;

interface Linked {
  readonly connections: Connections;
  readonly link: FaultyLink;
}

async function withLink(
  given: TestDatabase,
  run: (linked: Linked) => Promise<void>,
  poolMaxSize = 2,
): Promise<void> {
  const link = await startFaultyLink(given.cluster.port);
  const settings = given.newSettings({ port: link.port, poolMaxSize });
  const connections = new Connections(settings, silentLogger, LIMITS);
  try {
    await run({ connections, link });
  } finally {
    await connections.close();
    await link.stop();
  }
}

check('a connection is used again, also after a statement that the database refuses', (given) =>
  withLink(given, async ({ connections }) => {
    const first = await connections.use(pidOf, never);
    await assert.rejects(connections.use((connection) => connection.query({ text: 'SELEC' }), never));
    assert.equal(await connections.use(pidOf, never), first);
  }),
);

check('a connection that is given up is not used again', (given) =>
  withLink(given, async ({ connections }) => {
    const first = await connections.use((connection) => {
      connection.giveUp();
      return pidOf(connection);
    }, never);
    assert.notEqual(await connections.use(pidOf, never), first);
  }),
);

check('work whose connection is cut is done once more, if that is permitted', (given) =>
  withLink(given, async ({ connections, link }) => {
    await connections.use(pidOf, never);
    link.cutAt('pg_backend_pid');
    await assert.rejects(connections.use(pidOf, never));
    link.cutAt('pg_backend_pid');
    assert.ok((await connections.use(pidOf, () => true)) > 0);
  }),
);

check('work is not repeated again and again', (given) =>
  withLink(given, async ({ connections, link }) => {
    let attempts = 0;
    const work = (connection: Connection): Promise<number> => {
      attempts += 1;
      link.cutAt('pg_backend_pid');
      return pidOf(connection);
    };
    await assert.rejects(connections.use(work, () => true));
    assert.equal(attempts, 2);
  }),
);

check('a connection that falls silent is given up, and the others that are silent are not tried', (given) =>
  withLink(
    given,
    async ({ connections, link }) => {
      const work = async (connection: Connection): Promise<number> => {
        await connection.query({ text: 'SELECT pg_sleep(0.1)' });
        return pidOf(connection);
      };
      const before = await Promise.all([1, 2, 3, 4].map(() => connections.use(work, never)));
      assert.equal(new Set(before).size, 4);
      assert.equal(link.silence(), 4);
      const after = await connections.use(pidOf, () => true);
      assert.equal(before.includes(after), false);
    },
    4,
  ),
);

check('while one statement waits on a silent connection, others get new ones after the limit', (given) =>
  withLink(
    given,
    async ({ connections, link }) => {
      await Promise.all(
        [1, 2].map(() => connections.use(() => new Promise((done) => setTimeout(done, 50)), never)),
      );
      link.silence();
      const waiting = assert.rejects(connections.use(pidOf, never), /Query read timeout/);
      await new Promise((done) => setTimeout(done, 2 * LIMITS.suspicion));
      // The second connection is silent, too, and nobody has noticed that yet.
      assert.ok((await connections.use(pidOf, never)) > 0);
      await waiting;
    },
    2,
  ),
);

checkWithPassword(
  'a connection without the password that the database asks for is closed at once',
  async (given) => {
    const sockets: Socket[] = [];
    const link = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.pipe(connect(given.cluster.port, '127.0.0.1')).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(link, 'listening');
    const { port } = link.address() as AddressInfo;
    const settings = given.newSettings({ port, password: undefined });
    const connections = new Connections(settings, silentLogger, LIMITS);
    await assert.rejects(connections.use(pidOf, never), /password must be a non-empty string/);
    assert.equal(sockets.length, 1);
    // Keeps this process running for as long as it is open.
    for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
    await connections.close();
    link.close();
  },
);
