// Writes what a comparison found: as text for people, as JSON for programs.
import type { ActivityRecord } from '#protocol/contract/activity.ts';
import type { Difference } from './difference.ts';
import type { StepResult } from './replay.ts';

export interface ReportHeading {
  /** Base URLs of the two realms. */
  readonly here: string;
  readonly there: string;
}

/** The flows, exchanges and differences, counted. */
interface Totals {
  readonly flows: number;
  readonly exchanges: number;
  readonly differences: number;
  readonly notReplayed: number;
}

interface ReportedExchange {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly differences: readonly Difference[];
}

interface ReportedFlow {
  readonly title: string;
  readonly exchanges: readonly ReportedExchange[];
}

interface SkippedExchange {
  readonly title: string;
  readonly why: string;
  readonly count: number;
}

/** The report in its JSON form. */
export interface Report extends ReportHeading {
  readonly totals: Totals;
  readonly flows: readonly ReportedFlow[];
  readonly notReplayed: readonly SkippedExchange[];
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

type Compared = Extract<StepResult, { differences: readonly Difference[] }>;

function isCompared(result: StepResult): result is Compared {
  return 'differences' in result;
}

/** What began the flow, for which client and user. */
function titleOf(records: readonly ActivityRecord[]): string {
  const first = records[0]?.title ?? '';
  const client = records.find(({ clientId }) => clientId !== undefined)?.clientId;
  const user = records.find(({ username }) => username !== undefined)?.username;
  return [first, client, user].filter((part) => part !== undefined).join(' · ');
}

export function createReport(results: readonly StepResult[], heading: ReportHeading): Report {
  const compared = results.filter(isCompared);
  const flows = groupBy(compared, ({ step }) => step.exchanges[0].flow).map((group): ReportedFlow => {
    const records = group.flatMap(({ step }) => step.exchanges);
    const exchanges = group.map(({ step, differences }): ReportedExchange => {
      const { title, method, path } = step.exchanges[0];
      return { title, method, path, differences };
    });
    return { title: titleOf(records), exchanges };
  });
  const skipped = results.flatMap((result) =>
    'notReplayed' in result ? [{ title: result.step.exchanges[0].title, why: result.notReplayed }] : [],
  );
  const notReplayed = groupBy(skipped, ({ title, why }) => `${title}\n${why}`).map(
    (group): SkippedExchange => {
      const [{ title, why } = { title: '', why: '' }] = group;
      return { title, why, count: group.length };
    },
  );
  const totals = {
    flows: flows.length,
    exchanges: compared.length,
    differences: compared.reduce((sum, { differences }) => sum + differences.length, 0),
    notReplayed: skipped.length,
  };
  return { ...heading, totals, flows, notReplayed };
}

/** `1 flow`, `2 flows` */
function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const NOTHING = '(nothing)';

/** On one line: an answer may contain line breaks, and characters that a terminal acts on. */
function toLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

function renderDifference({ kind, name, here, there }: Difference): readonly string[] {
  // "error error_description" would say it twice.
  const what = name === '' ? kind : kind === 'error' ? name : `${kind} ${name}`;
  return [`      ${what}`, `        here:  ${here ?? NOTHING}`, `        there: ${there ?? NOTHING}`];
}

/** Each difference of a kind of exchange is shown once; later ones are counted. */
function createExchangeRenderer(): (exchange: ReportedExchange) => readonly string[] {
  const shown = new Set<string>();
  return ({ title, method, path, differences }) => {
    if (differences.length === 0) return [];
    const fresh = differences.filter((difference) => {
      const key = JSON.stringify([title, difference]);
      if (shown.has(key)) return false;
      shown.add(key);
      return true;
    });
    const repeated = differences.length - fresh.length;
    const again = repeated === 0 ? [] : [`      ${count(repeated, 'difference')} as shown above`];
    return [`    ${title} (${method} ${path})`, ...fresh.flatMap(renderDifference), ...again];
  };
}

function renderFlows({ flows }: Report): readonly string[] {
  const render = createExchangeRenderer();
  return flows.flatMap(({ title, exchanges }) => {
    const differences = exchanges.reduce((sum, exchange) => sum + exchange.differences.length, 0);
    const found = differences === 0 ? 'no differences' : count(differences, 'difference');
    return [`  ${title}: ${count(exchanges.length, 'exchange')}, ${found}`, ...exchanges.flatMap(render)];
  });
}

function renderSkipped({ notReplayed }: Report): readonly string[] {
  if (notReplayed.length === 0) return [];
  const lines = notReplayed.map(
    ({ title, why, count: number }) => `  ${title}${number === 1 ? '' : ` (${number} times)`}: ${why}`,
  );
  return ['Not replayed:', ...lines];
}

function renderTotals({ flows, exchanges, differences, notReplayed }: Totals): string {
  if (exchanges === 0) return 'Nothing was compared.';
  const found = differences === 0 ? 'no differences' : count(differences, 'difference');
  const left = notReplayed === 0 ? '' : `; ${count(notReplayed, 'exchange')} not replayed`;
  return `${count(flows, 'flow')}, ${count(exchanges, 'exchange')}: ${found}${left}.`;
}

/** For people; without a line break at the end. */
export function renderReport(report: Report): string {
  const { here, there, totals } = report;
  const heading = [`Recorded here:  ${here}`, `Replayed there: ${there}`];
  return [heading, renderFlows(report), renderSkipped(report), [renderTotals(totals)]]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(toLine).join('\n'))
    .join('\n\n');
}
