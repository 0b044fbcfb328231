import * as sql from './snapshot-statements.ts';
import { checkStatements } from './testing/statements.ts';
import { withDatabase } from './testing/test-database.ts';

withDatabase()('the database understands every statement of snapshots', (given) =>
  checkStatements(given, Object.values(sql).flat()),
);
