// Questions that a server asks all others, over signals.
import { randomUUID } from 'node:crypto';
import type { ServerConnections, Signal } from '../server-stream.ts';

/** Milliseconds for which answers are waited for at most: a server that has crashed is counted for some seconds. */
const DEFAULT_LIMIT_MS = 250;

/** What servers say to each other. */
export interface QuestionMessage {
  /** Of the question, also in its answers. */
  readonly id: string;
  /** Absent in an answer. */
  readonly kind?: string;
  readonly content: unknown;
}

export interface QuestionsDeps {
  readonly signal: Signal<QuestionMessage>;
  /** Whether this server knows of others, so that signals reach them. */
  hasOthers(): boolean;
  /** Looks how many there are. @throws {StorageError} */
  countOthers(): Promise<number>;
}

type Answerer = (question: unknown) => unknown;

/** The questions of this server, and its answers to those of others. */
export class Questions implements Pick<ServerConnections, 'createQuestion'> {
  readonly #deps: QuestionsDeps;
  readonly #answerers = new Map<string, Answerer>();
  /** What is called with each answer, by the id of the question. */
  readonly #waiting = new Map<string, (answer: unknown) => void>();

  constructor(deps: QuestionsDeps) {
    this.#deps = deps;
    deps.signal.listen((message, isOwn) => {
      if (isOwn) return;
      if (message.kind === undefined) this.#waiting.get(message.id)?.(message.content);
      else void this.#answer(message.id, this.#answerers.get(message.kind), message.content);
    });
  }

  createQuestion<Question, Answer>(
    kind: string,
    answer: (question: Question) => Answer | Promise<Answer>,
    limitMs: number = DEFAULT_LIMIT_MS,
  ): (question: Question) => Promise<readonly Answer[]> {
    // The caller names the types of the kind.
    this.#answerers.set(kind, answer as Answerer);
    return async (content) => (await this.#ask(kind, content, limitMs)) as readonly Answer[];
  }

  async #ask(kind: string, content: unknown, limitMs: number): Promise<readonly unknown[]> {
    const others = await this.#deps.countOthers().catch(() => 0);
    if (others === 0) return [];
    const id = randomUUID();
    const answers: unknown[] = [];
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answers);
      };
      const timer = setTimeout(end, limitMs);
      this.#waiting.set(id, (answer) => {
        if (answers.push(answer) === others) end();
      });
      this.#deps.signal.send({ id, kind, content });
    });
  }

  async #answer(id: string, answerer: Answerer | undefined, question: unknown): Promise<void> {
    if (answerer === undefined) return;
    // A server that has just been started is asked before it has noticed that it is not alone.
    if (!this.#deps.hasOthers()) await this.#deps.countOthers().catch(() => 0);
    this.#deps.signal.send({ id, content: await answerer(question) });
  }
}
