// Which test a flow belongs to: exchanges without the header take the name from another one of their flow, or from
// the test that has made or reset their realm.
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { BoundedList } from '#protocol/log/bounded-list.ts';

/** Flows that are remembered beyond their kept exchanges. */
const MAX_FLOWS = 5000;

export interface FlowTests {
  /** Gives the exchange the test of its flow or realm, or the flow and its earlier exchanges the test of the exchange. */
  assign(recorded: RecordedExchange): void;
  /** From now on, the realm belongs to this test; undefined: to none. */
  nameRealm(realmName: string, test: string | undefined): void;
  /** Forgets the tests of flows. */
  clear(): void;
}

export function createFlowTests(kept: Pick<BoundedList<RecordedExchange>, 'all'>): FlowTests {
  const byFlow = new Map<string, string>();
  const byRealm = new Map<string, string>();

  function remember(flow: string, test: string): void {
    const [oldest] = byFlow.keys();
    if (byFlow.size >= MAX_FLOWS && oldest !== undefined) byFlow.delete(oldest);
    byFlow.set(flow, test);
  }

  function pass(flow: string, test: string, exchangeId: string): void {
    remember(flow, test);
    // The first exchange of a flow has no earlier ones.
    if (flow === exchangeId) return;
    for (const earlier of kept.all()) if (earlier.flow === flow) earlier.testName ??= test;
  }

  return {
    assign(recorded) {
      const { flow, testName, id } = recorded;
      if (testName !== undefined) {
        if (!byFlow.has(flow)) pass(flow, testName, id);
      } else if (byFlow.size > 0 || byRealm.size > 0) {
        // Without tests, which is nearly always, an exchange costs two comparisons.
        recorded.testName = byFlow.get(flow) ?? byRealm.get(recorded.realmName ?? '');
      }
    },
    nameRealm(realmName, test) {
      if (test === undefined) byRealm.delete(realmName);
      else byRealm.set(realmName, test);
    },
    clear: () => byFlow.clear(),
  };
}
