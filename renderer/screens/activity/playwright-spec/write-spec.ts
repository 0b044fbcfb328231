// A recorded flow as a Playwright spec on the fixtures of the test kit.
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import { nameFlow, subjectsOfFlow } from '#protocol/contract/flow-names.ts';
import { actBefore, listActs, type RecordedFlow } from './act.ts';
import { isRefused, listExpectations, listRequests, personOf } from './expectations.ts';
import { comment, objectLiteral, quote } from './spec-text.ts';

type Lines = readonly string[];

function readFlow(exchanges: readonly ActivityRecord[]): RecordedFlow {
  const { row } = nameFlow(exchanges);
  const { username, clientId } = subjectsOfFlow(exchanges);
  return {
    kind: row.kind,
    state: row.state?.(exchanges),
    requests: listRequests(exchanges),
    username: personOf(username),
    clientId,
  };
}

/** Faults answered these requests, so that the test arms them again. Only what is seen in the answer is known. */
function armFaults(requests: readonly ActivityRecord[]): Lines {
  const faulty = requests.filter(({ fault, endpoint }) => fault !== undefined && endpoint !== undefined);
  return faulty.map(({ endpoint, grant, status }) =>
    status >= 400
      ? `await idp.faults.once(${objectLiteral({ endpoint, grant: endpoint === 'token' ? grant : undefined, status })});`
      : comment(`Arm the fault that changed the answer of endpoint ${endpoint}.`),
  );
}

function assertSeen(flow: RecordedFlow): Lines {
  return listExpectations(flow.requests).flatMap(({ exchange, lines }) => [
    ...actBefore(flow, exchange),
    ...lines,
  ]);
}

const block = (lines: Lines): Lines => (lines.length === 0 ? [] : ['', ...lines.map((line) => `  ${line}`)]);

/**
 * The source of the spec, in TypeScript. `exchanges`: of one flow, in the order in which they started.
 * Undefined when a test has nothing to repeat or to expect: administration, the console, reads.
 */
export function writeSpec(exchanges: readonly ActivityRecord[]): string | undefined {
  const flow = readFlow(exchanges);
  const acts = listActs(flow);
  const seen = assertSeen(flow);
  if (acts === undefined || seen.length === 0) return undefined;
  const { name, problem } = nameFlow(exchanges);
  const realm = exchanges.findLast((exchange) => exchange.realm !== undefined)?.realm;
  const end = flow.requests.some(isRefused) ? [] : ['await expect(idp).toHaveNoRefusals();'];
  const title = problem === undefined ? name : `${name}: ${problem}`;
  const body = [...block(armFaults(flow.requests)), ...block(acts), ...block([...seen, ...end])];
  return [
    "import { expect, test } from 'understudy/playwright';",
    '',
    ...(realm === undefined ? [] : [`test.use(${objectLiteral({ realm })});`, '']),
    `test(${quote(title)}, async ({ page, idp }) => {`,
    ...body.slice(1),
    '});',
    '',
  ].join('\n');
}
