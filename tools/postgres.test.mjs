import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPostgres, whyNoPostgres } from './postgres.mjs';

const skip = whyNoPostgres() ?? false;
const FILE = JSON.stringify(join(import.meta.dirname, 'postgres.mjs'));

test('a database for tests ends with the process that has started it, even if that is killed', {
  skip,
}, async () => {
  const script = `import(${FILE}).then(({ startPostgres }) => startPostgres()).then(({ port }) => {
    console.log(port);
    setInterval(() => {}, 1000);
  });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  child.kill('SIGKILL');
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${Number(port)}/`).catch((error) => error.cause?.code);
    if (answer === 'ECONNREFUSED') break;
  }
});

test('a database that is started again has its data, and asks for its password', { skip }, async () => {
  const cluster = await startPostgres({ password: "it's secret" });
  try {
    await cluster.query('CREATE TABLE kept AS SELECT 7 AS n');
    await cluster.halt('crash');
    await assert.rejects(cluster.query('SELECT 1'));
    await cluster.resume();
    assert.equal(await cluster.query('SELECT n FROM kept'), '7');
    const other = await cluster.createDatabase();
    await assert.rejects(cluster.query('SELECT n FROM kept', other), /kept/);
    assert.match(cluster.log(), /ready to accept connections/);
  } finally {
    await cluster.stop();
  }
});
