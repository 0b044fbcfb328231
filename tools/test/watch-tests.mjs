// Ends a process of unit tests that hangs, and says where: the test runner itself waits for ever.
import { beforeEach } from 'node:test';

/** Longer than any test takes on a busy machine. */
const LIMIT_MS = 240_000;
const INTERVAL_MS = 5_000;
/** How the line begins that a hanging process writes. */
export const HUNG = 'Hung: ';

/** What a hanging process writes: the last test that began, and what the process waits for. */
export function describeHang(name, seconds, resources) {
  const counts = new Map();
  for (const resource of resources) counts.set(resource, (counts.get(resource) ?? 0) + 1);
  const open = [...counts].map(([resource, count]) => `${count} ${resource}`).join(', ');
  return `${HUNG}no test has begun for ${seconds} s. The last one was "${name}". Open: ${open}.`;
}

/** Watches the tests of this process. A test, the hooks before and after it, and the end of the process each have `limitMs`. */
export function watchTests(limitMs = LIMIT_MS, intervalMs = INTERVAL_MS) {
  let name = 'none';
  let since = performance.now();
  beforeEach((context) => {
    name = context.fullName;
    since = performance.now();
  });
  const check = () => {
    const elapsed = performance.now() - since;
    if (elapsed < limitMs) return;
    const text = describeHang(name, Math.round(elapsed / 1000), process.getActiveResourcesInfo());
    process.stderr.write(`${text}\n`, () => process.exit(1));
  };
  setInterval(check, intervalMs).unref();
}
