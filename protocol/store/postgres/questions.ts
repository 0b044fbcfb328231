// Questions that a server asks all others, over signals.
import { randomUUID } from 'node:crypto';
import type { Logger } from '#protocol/log/logger.ts';
import type { ServerConnections, Signal } from '../server-stream.ts';

/** Milliseconds for which answers are waited for at most: a server that has crashed is counted for some seconds. */
const DEFAULT_LIMIT_MS = 250;

/** Milliseconds between two looks whether a server that has not answered is still running. */
const LOOK_EVERY_MS = 500;

/** What servers say to each other. */
export interface QuestionMessage {
  /** Of the question, also in its answers. */
  readonly id: string;
  /** Absent in an answer. */
  readonly kind?: string;
  /** The server that sends it. */
  readonly from: string;
  /** Null in the answer of a server that has nothing to say. */
  readonly content: unknown;
}

export interface QuestionsDeps {
  readonly signal: Signal<QuestionMessage>;
  readonly serverId: string;
  /** Whether this server knows of others, so that signals reach them. */
  hasOthers(): boolean;
  /** Looks which there are; their ids. @throws {StorageError} */
  findOthers(): Promise<readonly string[]>;
  readonly log: Logger;
}

type Answerer = (question: unknown) => unknown;

/** A question whose answers are being collected. */
interface Asked {
  readonly answers: unknown[];
  /** Servers that have not answered yet. */
  readonly silent: Set<string>;
  readonly end: () => void;
}

/** The questions of this server, and its answers to those of others. */
export class Questions implements Pick<ServerConnections, 'createQuestion'> {
  readonly #deps: QuestionsDeps;
  readonly #answerers = new Map<string, Answerer>();
  /** By id. */
  readonly #asked = new Map<string, Asked>();
  #isStopped = false;

  constructor(deps: QuestionsDeps) {
    this.#deps = deps;
    deps.signal.listen((message, isOwn) => {
      if (isOwn) return;
      if (message.kind === undefined) this.#note(message);
      else void this.#answer(message.id, message.kind, message.content);
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

  /** No answer is waited for any more. */
  stop(): void {
    this.#isStopped = true;
    for (const { end } of [...this.#asked.values()]) end();
  }

  async #ask(kind: string, content: unknown, limitMs: number): Promise<readonly unknown[]> {
    const others = await this.#deps.findOthers().catch((): string[] => []);
    if (others.length === 0 || this.#isStopped) return [];
    const id = randomUUID();
    const answers: unknown[] = [];
    await new Promise<void>((resolve) => {
      const limit = setTimeout(() => end(), limitMs);
      const look = setInterval(() => void this.#forgetEnded(id), LOOK_EVERY_MS);
      const end = (): void => {
        clearTimeout(limit);
        clearInterval(look);
        this.#asked.delete(id);
        resolve();
      };
      this.#asked.set(id, { answers, silent: new Set(others), end });
      this.#send({ id, kind, content });
    });
    return answers;
  }

  #note({ id, from, content }: QuestionMessage): void {
    const asked = this.#asked.get(id);
    // A server that has been started since the question was asked may answer, too.
    if (asked === undefined) return;
    if (content !== null) asked.answers.push(content);
    asked.silent.delete(from);
    if (asked.silent.size === 0) asked.end();
  }

  /** A server that has ended will not answer. */
  async #forgetEnded(id: string): Promise<void> {
    const running = new Set(await this.#deps.findOthers().catch(() => this.#asked.get(id)?.silent ?? []));
    const asked = this.#asked.get(id);
    if (asked === undefined) return;
    for (const other of asked.silent) if (!running.has(other)) asked.silent.delete(other);
    if (asked.silent.size === 0) asked.end();
  }

  async #answer(id: string, kind: string, question: unknown): Promise<void> {
    // A server that has just been started is asked before it has noticed that it is not alone.
    if (!this.#deps.hasOthers()) await this.#deps.findOthers().catch(() => undefined);
    this.#send({ id, content: await this.#findAnswer(kind, question) });
  }

  /** Null if this server has none, so that the one that asked does not wait for it. */
  async #findAnswer(kind: string, question: unknown): Promise<unknown> {
    try {
      return (await this.#answerers.get(kind)?.(question)) ?? null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#deps.log.warn('A question of another server cannot be answered', { question: kind, reason });
      return null;
    }
  }

  #send(message: Omit<QuestionMessage, 'from'>): void {
    this.#deps.signal.send({ ...message, from: this.#deps.serverId });
  }
}
