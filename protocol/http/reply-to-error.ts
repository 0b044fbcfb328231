// Decides how a failed exchange is answered, recorded in Activity and logged.
import type { IncomingMessage } from 'node:http';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { RealmOutOfServiceError } from '#protocol/store/store.ts';
import {
  defectReply,
  ENGLISH_FAULTS,
  type FaultTexts,
  faultReply,
  type LostVisitor,
  oauthErrorReply,
  storageReply,
  wantsPage,
} from './errors.ts';
import type { Exchange, Reply } from './exchange.ts';
import { realmOutOfService } from './realm-out-of-service.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { RequestFault } from './request-fault.ts';

/** The part of a request that says which language its page has. */
export type PageRequest = Pick<IncomingMessage, 'headers' | 'url'>;

/** What is known of an exchange when it fails. */
export interface FailedExchange {
  readonly recorded: RecordedExchange;
  readonly log: Logger;
  readonly request: IncomingMessage;
  /** GET for HEAD requests. */
  readonly method: string;
  /** Undefined until the Host header is accepted. */
  readonly baseUrl: string | undefined;
  /** Undefined until the request is parsed. */
  readonly exchange: Exchange | undefined;
}

/** How browsers see faults. */
export interface FaultPages {
  /** In the language of the request; the exchange is undefined until the request is parsed. */
  texts(request: PageRequest, exchange: Exchange | undefined): FaultTexts;
  /** The page for a browser at an unknown address. */
  notFound(visitor: LostVisitor): Reply;
}

/** Plain pages in English. */
const PLAIN: Pick<FaultPages, 'texts'> & Partial<FaultPages> = { texts: () => ENGLISH_FAULTS };

function notFoundReply(
  { baseUrl, request, recorded, method }: FailedExchange,
  fault: RequestFault,
  texts: FaultTexts,
  notFound: FaultPages['notFound'] | undefined,
): Reply | undefined {
  const isLost = fault.status === 404 && wantsPage(method, request.headers.accept);
  if (!isLost || notFound === undefined || baseUrl === undefined) return undefined;
  const { remoteAddress } = recorded.facts;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const isScript = request.headers.origin !== undefined;
  return notFound({ fault, baseUrl, basePath, remoteAddress, isScript, texts });
}

function answerStorageError(
  { recorded, log, request }: FailedExchange,
  error: StorageError,
  texts: FaultTexts,
): Reply {
  const { description, remedy, path, code, operation } = error;
  recorded.refusedAtDoor({
    code: 'temporarily_unavailable',
    description,
    remedy,
    section: 'RFC 9110 §15.6.4',
  });
  log.error(`Storage ${operation} failed`, { title: recorded.heading, path, code });
  return storageReply(error, request.headers.accept, texts);
}

/**
 * Refusals and faults are answered with their reason; anything else is a defect: logged once with its stack,
 * and answered 500. Without `pages` a browser at an unknown address gets the plain page.
 */
export function replyToError(
  failed: FailedExchange,
  error: unknown,
  pages: Pick<FaultPages, 'texts'> & Partial<FaultPages> = PLAIN,
): Reply {
  const { recorded, log, exchange, method, request } = failed;
  const { accept } = request.headers;
  const texts = pages.texts(request, exchange);
  if (error instanceof RequestFault) {
    recorded.refusedAtDoor(error);
    return notFoundReply(failed, error, texts, pages.notFound) ?? faultReply(error, method, accept, texts);
  }
  if (error instanceof StorageError) return answerStorageError(failed, error, texts);
  if (error instanceof RealmOutOfServiceError)
    return replyToError(failed, realmOutOfService(error.damage.realm ?? '', error.damage), pages);
  if (error instanceof OAuthError && exchange !== undefined) return oauthErrorReply(exchange, error);
  log.error('Request failed unexpectedly', { title: recorded.heading }, error);
  recorded.outcome('failed');
  return defectReply(method, accept, texts);
}
