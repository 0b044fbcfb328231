// What PostgreSQL has done, and realms with many users in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Counters since the start; statements of psql itself are few. */
const COUNTERS = `SELECT
  (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
    WHERE d.datname = current_database() AND query !~* '^(begin|commit|rollback|set)'),
  (SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_user_tables),
  pg_current_wal_lsn() - '0/0'::pg_lsn,
  pg_database_size(current_database())`;

/** Milliseconds after which PostgreSQL has written the counters of idle connections. */
const SETTLE_MS = 1500;

/** The counters of a cluster that has loaded pg_stat_statements. */
export async function openStatistics(cluster) {
  const folder = await cluster.query("SELECT setting FROM pg_settings WHERE name = 'data_directory'");
  const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  return {
    /** Process of which all others are children. */
    pid: Number(pid),
    /** Counters of one database: statements, rows written, bytes of the write-ahead log, bytes on disk. */
    async read(database) {
      await new Promise((done) => setTimeout(done, SETTLE_MS));
      await cluster.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements', database);
      const line = await cluster.query(COUNTERS, database);
      const [statements, rows, log, size] = line.split('|').map(Number);
      return { statements, rows, log, size };
    },
  };
}

/** Adds `user-1` to `user-COUNT` to the demo realm, with the settings and the password of alice. */
export async function addUsers(cluster, database, count) {
  const names = ['id', 'username', 'lower_username', 'lower_email', 'unique_email', 'data'];
  const others = await cluster.query(
    `SELECT string_agg(column_name, ', ') FROM information_schema.columns WHERE table_name = 'users'
      AND column_name NOT IN ('position', 'version', ${names.map((name) => `'${name}'`).join(', ')})`,
    database,
  );
  const email = "'user-' || n || '@example.test'";
  await cluster.query(
    `INSERT INTO users (${names.join(', ')}, ${others})
      SELECT 'bench-' || n, 'user-' || n, 'user-' || n, ${email}, ${email},
        (data::jsonb || jsonb_build_object('id', 'bench-' || n, 'username', 'user-' || n, 'email', ${email}))::json,
        ${others}
      FROM users, generate_series(1, ${count}) AS n WHERE username = 'alice'`,
    database,
  );
  await cluster.query('VACUUM ANALYZE users', database);
  // Otherwise what was just loaded is still written to disk while sign-ins are measured.
  await cluster.query('CHECKPOINT', database);
}
