// Decides how a failed exchange is answered, recorded in Activity and logged.
import type { IncomingMessage } from 'node:http';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { RealmOutOfServiceError } from '#protocol/store/store.ts';
import {
  defectReply,
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

/** Renders the page for a browser at an unknown address. */
export type NotFoundPage = (visitor: LostVisitor) => Reply;

function notFoundReply(
  { baseUrl, request, recorded, method }: FailedExchange,
  fault: RequestFault,
  notFoundPage: NotFoundPage | undefined,
): Reply | undefined {
  const isLost = fault.status === 404 && wantsPage(method, request.headers.accept);
  if (!isLost || notFoundPage === undefined || baseUrl === undefined) return undefined;
  const { remoteAddress } = recorded.facts;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const isScript = request.headers.origin !== undefined;
  return notFoundPage({ fault, baseUrl, basePath, remoteAddress, isScript });
}

function answerStorageError({ recorded, log, request }: FailedExchange, error: StorageError): Reply {
  const { description, remedy, path, code, operation } = error;
  recorded.refusedAtDoor({
    code: 'temporarily_unavailable',
    description,
    remedy,
    section: 'RFC 9110 §15.6.4',
  });
  log.error(`Disk ${operation} failed`, { title: recorded.heading, path, code });
  return storageReply(error, request.headers.accept);
}

/**
 * Refusals and faults are answered with their reason; anything else is a defect: logged once with its stack,
 * and answered 500. Without `notFoundPage` a browser at an unknown address gets the plain page.
 */
export function replyToError(failed: FailedExchange, error: unknown, notFoundPage?: NotFoundPage): Reply {
  const { recorded, log, exchange, method, request } = failed;
  const { accept } = request.headers;
  if (error instanceof RequestFault) {
    recorded.refusedAtDoor(error);
    return notFoundReply(failed, error, notFoundPage) ?? faultReply(error, method, accept);
  }
  if (error instanceof StorageError) return answerStorageError(failed, error);
  if (error instanceof RealmOutOfServiceError)
    return replyToError(failed, realmOutOfService(error.damage.realm ?? '', error.damage));
  if (error instanceof OAuthError && exchange !== undefined) return oauthErrorReply(exchange, error);
  log.error('Request failed unexpectedly', { title: recorded.heading }, error);
  recorded.outcome('failed');
  return defectReply(method, accept);
}
