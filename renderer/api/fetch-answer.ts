// Sends requests and distinguishes a missing response from any response.
import { UNREACHABLE_HEADER } from '#main/bridge/unreachable-header.ts';
import { text } from '../texts/text.ts';
import { ApiError, noAnswer } from './api-error.ts';
import { serverUrl } from './server-url.ts';

/**
 * Sends a request and waits for the response head, whatever its status.
 *
 * @throws {ApiError} with status 0 if there is no response.
 */
export async function fetchAnswer(path: string, init: RequestInit): Promise<Response> {
  // Outside the try: an invalid request is a bug of the caller.
  const request = new Request(serverUrl(path), init);
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    throw request.signal.aborted ? error : noAnswer(error);
  }
  if (response.headers.has(UNREACHABLE_HEADER)) throw noAnswer();
  return response;
}

/**
 * Waits for the body of a response, such as `response.json()`. `signal` is the request's.
 *
 * @throws {ApiError} with status 0 if the body is incomplete.
 */
export async function readBody<Body>(body: Promise<Body>, signal: AbortSignal | undefined): Promise<Body> {
  try {
    return await body;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, text('api:incomplete'), { cause: error });
  }
}
