import * as sql from './realm-statements.ts';
import { checkStatements } from './testing/statements.ts';
import { withDatabase } from './testing/test-database.ts';

withDatabase()('the database understands every statement of realms', (given) =>
  checkStatements(given, Object.values(sql)),
);
