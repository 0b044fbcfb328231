import { checkStatements } from './testing/statements.ts';
import { withDatabase } from './testing/test-database.ts';
import * as sql from './value-statements.ts';

withDatabase()('the database understands every statement of values', (given) =>
  checkStatements(given, Object.values(sql)),
);
