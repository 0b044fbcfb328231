// The metrics of the process: those of prom-client, and some under the names that Keycloak's have.
import { availableParallelism, loadavg } from 'node:os';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { monotonicMs } from '#protocol/clock.ts';
import { COUNTED, METRIC_TABLE } from './metric-table.ts';

let shared: Registry | undefined;

/** One registry per process: its observers of the event loop and the garbage collector cannot be stopped. */
export function processRegistry(): Registry {
  shared ??= createProcessRegistry();
  return shared;
}

function createProcessRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  replaceCpuSeconds(registry);
  const readCpuUsage = createCpuUsage();
  const gauges = [
    [COUNTED.cpuUsage, readCpuUsage],
    [COUNTED.cpuCount, availableParallelism],
    [COUNTED.loadAverage, () => loadavg()[0] ?? 0],
    [COUNTED.uptime, () => process.uptime()],
  ] as const;
  for (const [{ name, help }, read] of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  }
  return registry;
}

type CpuUsage = ReturnType<typeof process.cpuUsage>;

const CPU_SECONDS: Readonly<Record<string, (usage: CpuUsage) => number>> = {
  process_cpu_user_seconds_total: ({ user }) => user,
  process_cpu_system_seconds_total: ({ system }) => system,
  process_cpu_seconds_total: ({ user, system }) => user + system,
};

/** prom-client counts from its own start; these counters are about the whole life of the process. */
function replaceCpuSeconds(registry: Registry): void {
  for (const { name, help } of METRIC_TABLE.process) {
    const read = CPU_SECONDS[name];
    if (read === undefined) continue;
    registry.removeSingleMetric(name);
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read(process.cpuUsage()) / 1e6);
      },
    });
  }
}

/** Share of all processors since the previous call. */
function createCpuUsage(): () => number {
  let before = { cpu: process.cpuUsage(), at: monotonicMs() };
  let usage = 0;
  return () => {
    const now = { cpu: process.cpuUsage(), at: monotonicMs() };
    const elapsedMicroseconds = (now.at - before.at) * 1000 * availableParallelism();
    const used = now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system;
    if (elapsedMicroseconds > 0) usage = Math.min(1, used / elapsedMicroseconds);
    before = now;
    return usage;
  };
}
