import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeMisspeltProperties } from './database-properties.ts';

const SECTION = 'issue "State in PostgreSQL" 1';

const nearestOf = (text: string): readonly string[] =>
  describeMisspeltProperties('KC_DB_URL', text).map((line) => line.replace(/^.* did you mean (.*)\?$/, '$1'));

test(`${SECTION}: a misspelt property is named with what sets it and the nearest known one`, () => {
  assert.deepEqual(describeMisspeltProperties('KC_DB_URL', 'jdbc:postgresql://db/kc?sslmod=require'), [
    'Property sslmod in KC_DB_URL is not known and is ignored; did you mean sslmode?',
  ]);
  assert.deepEqual(nearestOf('?currentShema=a&sslrootcrt=b;Aplicationname=c'), [
    'currentSchema',
    'sslrootcert',
    'ApplicationName',
  ]);
  assert.deepEqual(nearestOf('postgresql://u:p@db/kc?ssl_mode=require'), ['sslmode']);
});

test(`${SECTION}: the value of a misspelt property is not repeated, because it may be a password`, () => {
  const [line = ''] = describeMisspeltProperties('KC_DB_URL', 'jdbc:postgresql://db/kc?pasword=hidden');
  assert.match(line, /pasword .* password\?$/);
  assert.doesNotMatch(line, /hidden/);
});

test(`${SECTION}: properties with an effect, and others of the driver, are not misspelt`, () => {
  for (const text of [
    '',
    'jdbc:postgresql://db/kc',
    'jdbc:postgresql://db/kc?SSLMode=require&currentschema=a&user=u&password=p&ssl=true',
    '?sslcert=a&sslkey=b&sslcrl=c&sslpassword=d&sslfactoryarg=e',
    'connectTimeout=10&socketTimeout=30&tcpKeepAlive=true&reWriteBatchedInserts=true&options=-c%20x',
    'not a url%',
  ])
    assert.deepEqual(describeMisspeltProperties('KC_DB_URL', text), [], text);
});
