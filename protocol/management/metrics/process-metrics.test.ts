import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processRegistry } from './process-metrics.ts';

/** From a complete scrape: some metrics are read together with others. */
async function readValue(name: string): Promise<number> {
  const metrics = await processRegistry().getMetricsAsJSON();
  return metrics.find((metric) => metric.name === name)?.values[0]?.value ?? Number.NaN;
}

test('the metrics of a process exist once, however often a server starts in it', () => {
  assert.equal(processRegistry(), processRegistry());
});

test('process_cpu_seconds_total: CPU time since the process started, not since the first scrape', async () => {
  const { user, system } = process.cpuUsage();
  const total = await readValue('process_cpu_seconds_total');
  assert.ok(total >= (user + system) / 1e6, `${total}`);
  assert.ok((await readValue('process_cpu_user_seconds_total')) >= user / 1e6, 'user');
  assert.ok((await readValue('process_cpu_system_seconds_total')) >= system / 1e6, 'system');
});

test('Keycloak 26 metrics: process_cpu_usage is a share between 0 and 1, from the first scrape on', async () => {
  for (let scrape = 0; scrape < 3; scrape++) {
    const usage = await readValue('process_cpu_usage');
    assert.ok(usage >= 0 && usage <= 1, `${usage}`);
  }
});

test('Keycloak 26 metrics: process_uptime_seconds and process_start_time_seconds are about the same start', async () => {
  const started = await readValue('process_start_time_seconds');
  const uptime = await readValue('process_uptime_seconds');
  assert.ok(Math.abs(started + uptime - Date.now() / 1000) < 60, `${started} ${uptime}`);
  assert.ok((await readValue('system_cpu_count')) >= 1, 'processors');
});
