// The last run of a realm's authentication flow.
import { toIsoText } from '#protocol/clock.ts';
import type { FlowRunWire } from '#protocol/contract/flow-runs.ts';
import type { LastRuns } from '#protocol/login/flow/last-runs.ts';
import { notFound } from '../admin-error.ts';
import { ok } from '../admin-route.ts';
import type { EmulatorHandlers } from '../emulator-route.ts';

export interface FlowRunDeps {
  readonly lastRuns: LastRuns;
}

export function createFlowRunHandlers({ lastRuns }: FlowRunDeps): EmulatorHandlers<'flows'> {
  return {
    'GET /realms/{realm}/flow-runs/{flow}': async ({ realm, path }) => {
      const run = await lastRuns.find(realm.id, path.flow);
      if (run === undefined) throw notFound('The flow has not run since the server was started');
      const { flow, at, clientId, username, exchange, steps } = run;
      const wire: FlowRunWire = {
        flow,
        at: toIsoText(at),
        clientId,
        ...(username === undefined ? {} : { username }),
        exchange,
        steps,
      };
      return ok(wire);
    },
  };
}
