// The tables, in numbered steps: each database is brought to the newest one, and no step destroys data.
import { OptionError } from '#protocol/errors/option-error.ts';
import { quoteIdentifier } from './connect.ts';
import { type Database, pauseBefore, type Queries, type Statement } from './database.ts';
import { codeOf, violatedUnique } from './database-errors.ts';
import { describeDatabase } from './describe-database.ts';

/** The last use of a session, within the times that columns keep. */
const LAST_USE = "least(greatest(coalesce((data->>'lastAccessAt')::NUMERIC, 0), -9e15), 9e15)";

/** What the tags of linked accounts begin with. */
const LINK_TAGS = 'link[%';

/**
 * The statements of each step. A step that has been released never changes; a change of the tables is another step. Texts
 * are compared by their bytes (`C`), in every locale. Times are milliseconds; `version` columns get another value with
 * each change of their row, and `position` columns keep the order in which rows were added.
 */
export const STEPS: readonly (readonly string[])[] = [
  [
    // Counts the changes of realms. Its only row is locked until a change is committed, so that versions become
    // visible in their order.
    `CREATE TABLE realm_changes (
      id INTEGER PRIMARY KEY,
      version BIGINT NOT NULL,
      swept_at BIGINT NOT NULL
    )`,
    'INSERT INTO realm_changes (id, version, swept_at) VALUES (1, 0, 0)',
    // `key` instead of `id` in other tables, because a realm may be replaced by another one with the same id.
    `CREATE TABLE realms (
      key UUID PRIMARY KEY,
      id TEXT COLLATE "C" NOT NULL,
      name TEXT COLLATE "C" NOT NULL,
      position BIGINT NOT NULL,
      version BIGINT NOT NULL,
      unique_emails BOOLEAN NOT NULL,
      clock_offset BIGINT,
      clock_frozen_at BIGINT,
      data JSON NOT NULL,
      CONSTRAINT realms_id UNIQUE (id),
      CONSTRAINT realms_name UNIQUE (name)
    )`,
    'CREATE INDEX realms_version ON realms (version)',
    `CREATE TABLE removed_realms (
      key UUID PRIMARY KEY,
      version BIGINT NOT NULL,
      removed_at BIGINT NOT NULL
    )`,
    'CREATE INDEX removed_realms_version ON removed_realms (version)',
    `CREATE TABLE realm_origins (
      realm_key UUID PRIMARY KEY REFERENCES realms (key) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      data JSON NOT NULL
    )`,
    // `unique_email` is empty for users who may share their address. `original`: as when the realm was stored.
    // `tags`: what users are found by exactly, such as attributes, groups and roles.
    `CREATE TABLE users (
      realm_key UUID NOT NULL REFERENCES realms (key) ON DELETE CASCADE,
      id TEXT COLLATE "C" NOT NULL,
      position BIGSERIAL NOT NULL,
      version BIGSERIAL NOT NULL,
      username TEXT COLLATE "C" NOT NULL,
      lower_username TEXT COLLATE "C" NOT NULL,
      lower_first_name TEXT COLLATE "C" NOT NULL,
      lower_last_name TEXT COLLATE "C" NOT NULL,
      lower_email TEXT COLLATE "C" NOT NULL,
      unique_email TEXT COLLATE "C",
      service_client TEXT COLLATE "C",
      enabled BOOLEAN NOT NULL,
      email_verified BOOLEAN NOT NULL,
      tags TEXT[] NOT NULL,
      original BOOLEAN NOT NULL,
      data JSON NOT NULL,
      CONSTRAINT users_id PRIMARY KEY (realm_key, id),
      CONSTRAINT users_username UNIQUE (realm_key, lower_username),
      CONSTRAINT users_email UNIQUE (realm_key, unique_email)
    )`,
    'CREATE INDEX users_order ON users (realm_key, username, id)',
    'CREATE INDEX users_lower_first_name ON users (realm_key, lower_first_name)',
    'CREATE INDEX users_lower_last_name ON users (realm_key, lower_last_name)',
    'CREATE INDEX users_lower_email ON users (realm_key, lower_email)',
    'CREATE INDEX users_service_client ON users (realm_key, service_client) WHERE service_client IS NOT NULL',
    'CREATE INDEX users_tags ON users USING GIN (tags)',
    // Users of a realm's origin who have changed or gone since.
    `CREATE TABLE origin_users (
      realm_key UUID NOT NULL REFERENCES realms (key) ON DELETE CASCADE,
      id TEXT COLLATE "C" NOT NULL,
      data JSON NOT NULL,
      PRIMARY KEY (realm_key, id)
    )`,
    `CREATE TABLE sessions (
      realm_key UUID NOT NULL REFERENCES realms (key) ON DELETE CASCADE,
      id TEXT COLLATE "C" NOT NULL,
      version BIGSERIAL NOT NULL,
      user_id TEXT COLLATE "C" NOT NULL,
      offline BOOLEAN NOT NULL,
      client_ids TEXT[] NOT NULL,
      started_at BIGINT NOT NULL,
      data JSONB NOT NULL,
      CONSTRAINT sessions_id PRIMARY KEY (realm_key, id)
    ) WITH (fillfactor = 80)`,
    'CREATE INDEX sessions_user ON sessions (realm_key, user_id)',
    'CREATE INDEX sessions_order ON sessions (realm_key, started_at, id)',
    'CREATE INDEX sessions_clients ON sessions USING GIN (client_ids)',
    `CREATE TABLE revoked_tokens (
      realm_key UUID NOT NULL REFERENCES realms (key) ON DELETE CASCADE,
      jti TEXT COLLATE "C" NOT NULL,
      expires_at BIGINT NOT NULL,
      CONSTRAINT revoked_tokens_jti PRIMARY KEY (realm_key, jti)
    )`,
    'CREATE INDEX revoked_tokens_expiry ON revoked_tokens (realm_key, expires_at)',
    // By the id of the realm, which may be one that is in the memory of a server only.
    `CREATE TABLE expiring_values (
      kind TEXT COLLATE "C" NOT NULL,
      realm_id TEXT COLLATE "C" NOT NULL,
      id TEXT COLLATE "C" NOT NULL,
      position BIGSERIAL NOT NULL,
      version BIGSERIAL NOT NULL,
      used BOOLEAN NOT NULL,
      expires_at BIGINT NOT NULL,
      data JSONB NOT NULL,
      CONSTRAINT expiring_values_id PRIMARY KEY (kind, realm_id, id)
    )`,
    'CREATE INDEX expiring_values_expiry ON expiring_values (expires_at)',
    // `seen_at` is the time of the database; `version`: the change of realms that the server knows.
    `CREATE TABLE servers (
      id UUID PRIMARY KEY,
      seen_at BIGINT NOT NULL,
      version BIGINT NOT NULL
    )`,
  ],
  [
    // Messages between servers. `position`: that of the newest entry.
    `CREATE TABLE server_streams (
      name TEXT COLLATE "C" PRIMARY KEY,
      position BIGINT NOT NULL
    )`,
    `CREATE TABLE server_stream_entries (
      stream TEXT COLLATE "C" NOT NULL,
      position BIGINT NOT NULL,
      server UUID NOT NULL,
      entry_group TEXT COLLATE "C" NOT NULL,
      data JSON NOT NULL,
      PRIMARY KEY (stream, position)
    )`,
    `CREATE TABLE realm_records (
      kind TEXT COLLATE "C" NOT NULL,
      realm_id TEXT COLLATE "C" NOT NULL,
      position BIGSERIAL NOT NULL,
      recorded_at BIGINT NOT NULL,
      data JSON NOT NULL,
      PRIMARY KEY (kind, realm_id, position)
    )`,
  ],
  [
    // What decides when a session has ended follows from its data, also in rows that a server of an earlier version
    // writes meanwhile. Only the minute of the last use is in an index, so that most uses need not change the index.
    `ALTER TABLE sessions
      ADD COLUMN remembered BOOLEAN NOT NULL
        GENERATED ALWAYS AS (NOT offline AND coalesce((data->>'rememberMe')::BOOLEAN, FALSE)) STORED,
      ADD COLUMN used_at BIGINT NOT NULL
        GENERATED ALWAYS AS (${LAST_USE}::BIGINT) STORED,
      ADD COLUMN used_minute BIGINT NOT NULL
        GENERATED ALWAYS AS (floor(${LAST_USE} / 60000)::BIGINT) STORED`,
    'CREATE INDEX sessions_use ON sessions (realm_key, offline, remembered, used_minute)',
    'CREATE INDEX sessions_start ON sessions (realm_key, offline, remembered, started_at)',
  ],
  [
    // What is known of a clone, which no export contains, and when it ends unless it is used.
    'ALTER TABLE realms ADD COLUMN clone JSON, ADD COLUMN lease_ends BIGINT',
    // By the id of the realm, because a realm has another key after each reset. `state`: what is not in these tables.
    `CREATE TABLE snapshots (
      key UUID PRIMARY KEY,
      realm_id TEXT COLLATE "C" NOT NULL,
      id TEXT COLLATE "C" NOT NULL,
      position BIGSERIAL NOT NULL,
      taken_at BIGINT NOT NULL,
      users BIGINT NOT NULL,
      sessions BIGINT NOT NULL,
      clock_offset BIGINT,
      clock_frozen_at BIGINT,
      data JSON NOT NULL,
      state JSON NOT NULL,
      CONSTRAINT snapshots_id UNIQUE (realm_id, id)
    )`,
    `CREATE TABLE snapshot_users (
      snapshot_key UUID NOT NULL REFERENCES snapshots (key) ON DELETE CASCADE,
      position BIGINT NOT NULL,
      id TEXT COLLATE "C" NOT NULL,
      username TEXT COLLATE "C" NOT NULL,
      lower_username TEXT COLLATE "C" NOT NULL,
      lower_first_name TEXT COLLATE "C" NOT NULL,
      lower_last_name TEXT COLLATE "C" NOT NULL,
      lower_email TEXT COLLATE "C" NOT NULL,
      unique_email TEXT COLLATE "C",
      service_client TEXT COLLATE "C",
      enabled BOOLEAN NOT NULL,
      email_verified BOOLEAN NOT NULL,
      tags TEXT[] NOT NULL,
      data JSON NOT NULL,
      PRIMARY KEY (snapshot_key, position)
    )`,
    `CREATE TABLE snapshot_sessions (
      snapshot_key UUID NOT NULL REFERENCES snapshots (key) ON DELETE CASCADE,
      id TEXT COLLATE "C" NOT NULL,
      user_id TEXT COLLATE "C" NOT NULL,
      offline BOOLEAN NOT NULL,
      client_ids TEXT[] NOT NULL,
      started_at BIGINT NOT NULL,
      data JSONB NOT NULL,
      PRIMARY KEY (snapshot_key, id)
    )`,
    `CREATE TABLE snapshot_tokens (
      snapshot_key UUID NOT NULL REFERENCES snapshots (key) ON DELETE CASCADE,
      jti TEXT COLLATE "C" NOT NULL,
      expires_at BIGINT NOT NULL,
      PRIMARY KEY (snapshot_key, jti)
    )`,
  ],
  [
    // The accounts at identity providers that users are linked with. A trigger keeps them, also for rows that a server of
    // an earlier version writes. `shared`: another user of a stored realm had the same link before.
    `CREATE TABLE user_links (
      realm_key UUID NOT NULL,
      link TEXT COLLATE "C" NOT NULL,
      user_id TEXT COLLATE "C" NOT NULL,
      shared BOOLEAN NOT NULL,
      PRIMARY KEY (realm_key, link, user_id),
      FOREIGN KEY (realm_key, user_id) REFERENCES users (realm_key, id) ON DELETE CASCADE
    )`,
    'CREATE UNIQUE INDEX user_links_owner ON user_links (realm_key, link) WHERE NOT shared',
    'CREATE INDEX user_links_user ON user_links (realm_key, user_id)',
    `CREATE FUNCTION keep_user_links() RETURNS TRIGGER LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        DELETE FROM user_links
        WHERE realm_key = NEW.realm_key AND user_id = NEW.id AND link <> ALL (NEW.tags);
      END IF;
      -- An account that another transaction links at the same moment is waited for.
      INSERT INTO user_links (realm_key, link, user_id, shared)
      SELECT NEW.realm_key, tag, NEW.id, FALSE FROM unnest(NEW.tags) AS tag
      WHERE tag LIKE '${LINK_TAGS}' ORDER BY tag ON CONFLICT DO NOTHING;
      INSERT INTO user_links (realm_key, link, user_id, shared)
      SELECT NEW.realm_key, tag, NEW.id, TRUE FROM unnest(NEW.tags) AS tag
      WHERE tag LIKE '${LINK_TAGS}' ORDER BY tag ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$`,
    `CREATE TRIGGER users_added_links AFTER INSERT ON users FOR EACH ROW
      WHEN (NEW.tags::TEXT LIKE '%${LINK_TAGS}') EXECUTE PROCEDURE keep_user_links()`,
    `CREATE TRIGGER users_changed_links AFTER UPDATE ON users FOR EACH ROW
      WHEN (OLD.tags IS DISTINCT FROM NEW.tags AND (OLD.tags || NEW.tags)::TEXT LIKE '%${LINK_TAGS}')
      EXECUTE PROCEDURE keep_user_links()`,
    `INSERT INTO user_links (realm_key, link, user_id, shared)
      SELECT u.realm_key, tag, u.id, row_number() OVER (PARTITION BY u.realm_key, tag ORDER BY u.position) > 1
      FROM users u, unnest(u.tags) AS tag WHERE tag LIKE '${LINK_TAGS}' ON CONFLICT DO NOTHING`,
  ],
];

const TABLE = 'schema_version';

const FIND_SCHEMA: Statement = {
  name: 'find-schema',
  operation: 'read',
  text: 'SELECT 1 FROM information_schema.schemata WHERE schema_name = $1',
};

const FIND_TABLE: Statement = {
  name: 'find-version-table',
  operation: 'read',
  text: `SELECT 1 FROM information_schema.tables WHERE table_schema = $1 AND table_name = '${TABLE}'`,
};

const LOCK_VERSION: Statement = {
  name: 'lock-schema-version',
  text: `SELECT version FROM ${TABLE} WHERE id = 1 FOR UPDATE`,
};

const READ_VERSION: Statement = {
  name: 'read-schema-version',
  operation: 'read',
  text: `SELECT version FROM ${TABLE} WHERE id = 1`,
};

const SET_VERSION: Statement = {
  name: 'set-schema-version',
  text: `UPDATE ${TABLE} SET version = $1 WHERE id = 1`,
};

const ADD_VERSION: Statement = {
  name: 'add-schema-version',
  text: `INSERT INTO ${TABLE} (id, version) VALUES (1, 0) ON CONFLICT (id) DO NOTHING`,
};

interface VersionRow {
  readonly version: number;
}

/** Schemas and tables that another server creates at the same moment: duplicates of several kinds. */
function isCreatedByOther(error: unknown): boolean {
  return violatedUnique(error) !== undefined || ['42P06', '42P07', '42710'].includes(codeOf(error));
}

const CREATION_ATTEMPTS = 5;

/** Creates what is missing of the schema and its table of the version. Rights to create are needed only then. */
async function createVersionTable(database: Database): Promise<void> {
  const { schema } = database.settings;
  const create = async (): Promise<void> => {
    if ((await database.query(FIND_SCHEMA, schema)).length === 0)
      await database.run({ name: '', text: `CREATE SCHEMA IF NOT EXISTS ${quoteIdentifier(schema)}` });
    if ((await database.query(FIND_TABLE, schema)).length > 0) return;
    const columns = 'id INTEGER PRIMARY KEY, version INTEGER NOT NULL';
    await database.run({ name: '', text: `CREATE TABLE IF NOT EXISTS ${TABLE} (${columns})` });
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await create();
      break;
    } catch (error) {
      if (!isCreatedByOther(error) || attempt === CREATION_ATTEMPTS) throw error;
      await pauseBefore(attempt);
    }
  }
  await database.run(ADD_VERSION);
}

function checkKnown(database: Database, version: number, newest: number): void {
  if (version <= newest) return;
  throw new OptionError(
    'db-url',
    `a newer version of Understudy has changed the database at ${describeDatabase(database.settings)}`,
    'Start that version, or give another database or db-schema.',
    { exitCode: 1 },
  );
}

async function applySteps(queries: Queries, from: number, steps: typeof STEPS): Promise<void> {
  for (const statements of steps.slice(from))
    for (const text of statements) await queries.run({ name: '', text });
  await queries.run(SET_VERSION, steps.length);
}

/** Makes other servers that start wait until the transaction ends. */
export async function lockTables(queries: Queries): Promise<void> {
  await queries.query(LOCK_VERSION);
}

/**
 * Brings the tables to the newest version, once if several servers start at the same time.
 * @throws {OptionError} `db-url` if a newer version of the program has been there.
 */
export async function migrate(database: Database, steps: typeof STEPS = STEPS): Promise<void> {
  await createVersionTable(database);
  const [found] = await database.query<VersionRow>(READ_VERSION);
  checkKnown(database, found?.version ?? 0, steps.length);
  if (found?.version === steps.length) return;
  await database.transaction(
    async (queries) => {
      // The lock of the row makes others wait until the tables are there.
      const [row] = await queries.query<VersionRow>(LOCK_VERSION);
      const version = row?.version ?? 0;
      checkKnown(database, version, steps.length);
      if (version < steps.length) await applySteps(queries, version, steps);
    },
    { isLong: true },
  );
}
