// The imports of all servers of a store: each runs on the server that got the file, and is read, started and cancelled
// on every one.
import type { AdminErrorWire } from '#protocol/contract/admin-api.ts';
import type { ExistingRealms, ImportWire } from '#protocol/contract/imports.ts';
import type { Store } from '#protocol/store/store.ts';
import { AdminError } from '../admin-error.ts';
import type { ImportRequest } from './import-job.ts';
import type { ImportJobs } from './import-jobs.ts';

/** Milliseconds for an answer: without one, an import would seem unknown. */
const ANSWER_LIMIT_MS = 5000;

/** As above, for an import that removes first what it has stored. */
const CANCEL_LIMIT_MS = 60_000;

/** What is asked about an import; `owner` as in {@link ImportJobs.find}. */
interface ImportQuestion {
  readonly do: 'show' | 'start' | 'cancel';
  readonly owner?: string;
  readonly id: string;
  /** Of a start. */
  readonly existing?: ExistingRealms;
}

/** Neither: another server has the import. */
interface ImportAnswer {
  readonly shown?: ImportWire;
  readonly refusal?: { readonly status: number; readonly body: AdminErrorWire };
}

/** `owner` undefined: an import of any administrator. */
export interface SharedImports {
  /** Begins on this server. @throws {AdminError} 409 when it has too many. */
  begin(owner: string, request: ImportRequest): ImportWire;
  /** @throws {AdminError} 404 */
  show(owner: string | undefined, id: string): Promise<ImportWire>;
  /** Continues an import that waits. @throws {AdminError} 404; 409 if it does not wait. */
  start(owner: string | undefined, id: string, existing: ExistingRealms): Promise<ImportWire>;
  /** Resolves when the import has ended: cancelled, or done if it is too late for that. @throws {AdminError} 404 */
  cancel(owner: string | undefined, id: string): Promise<ImportWire>;
}

/** Connects the imports of this server with those of the other servers of its store. */
export function shareImports(own: ImportJobs, store: Pick<Store, 'createQuestion'>): SharedImports {
  const createQuestion = (kind: string, limitMs: number) =>
    store.createQuestion<ImportQuestion, ImportAnswer>(
      kind,
      (asked) => (own.has(asked.id) ? answerOther(own, asked) : {}),
      limitMs,
    );
  const ask = createQuestion('imports', ANSWER_LIMIT_MS);
  const askToCancel = createQuestion('import-cancellations', CANCEL_LIMIT_MS);

  async function find(question: ImportQuestion): Promise<ImportWire> {
    if (own.has(question.id)) return answerHere(own, question);
    const answers = await (question.do === 'cancel' ? askToCancel : ask)(question);
    for (const { shown, refusal } of answers) {
      if (refusal !== undefined) throw new AdminError(refusal.status, refusal.body);
      if (shown !== undefined) return shown;
    }
    return answerHere(own, question);
  }

  const about = (owner: string | undefined, id: string) => (owner === undefined ? { id } : { owner, id });
  return {
    begin: (owner, request) => own.begin(owner, request).show(),
    show: (owner, id) => find({ do: 'show', ...about(owner, id) }),
    start: (owner, id, existing) => find({ do: 'start', existing, ...about(owner, id) }),
    cancel: (owner, id) => find({ do: 'cancel', ...about(owner, id) }),
  };
}

/** @throws {AdminError} 404, 409 */
async function answerHere(own: ImportJobs, asked: ImportQuestion): Promise<ImportWire> {
  const job = own.find(asked.owner, asked.id);
  if (asked.do === 'start' && !job.start(asked.existing ?? 'refuse'))
    throw new AdminError(409, {
      error: `The import is not waiting; its phase is "${job.phase}".`,
      remedy: 'Begin another import with start=false.',
    });
  if (asked.do === 'cancel') {
    await job.cancel();
    own.forget(job.id);
  }
  return job.show();
}

async function answerOther(own: ImportJobs, asked: ImportQuestion): Promise<ImportAnswer> {
  try {
    return { shown: await answerHere(own, asked) };
  } catch (error) {
    if (!(error instanceof AdminError)) throw error;
    return { refusal: { status: error.status, body: error.body } };
  }
}
