// Which test a flow belongs to: exchanges without the header take the name from another one of their flow.
import type { RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import type { BoundedList } from '#protocol/log/bounded-list.ts';

/** Flows that are remembered beyond their kept exchanges. */
const MAX_FLOWS = 5000;

export interface FlowTests {
  /** Gives the exchange the test of its flow, or the flow and its earlier exchanges the test of the exchange. */
  assign(recorded: RecordedExchange): void;
  clear(): void;
}

export function createFlowTests(kept: Pick<BoundedList<RecordedExchange>, 'all'>): FlowTests {
  const byFlow = new Map<string, string>();

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
      } else if (byFlow.size > 0) {
        // Without tests, which is nearly always, an exchange costs one comparison.
        recorded.testName = byFlow.get(flow);
      }
    },
    clear: () => byFlow.clear(),
  };
}
