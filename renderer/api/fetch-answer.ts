// Requests over HTTP: whether there was an answer at all, and its body.
import { UNREACHABLE_HEADER } from '#main/bridge/unreachable-header.ts';
import { ApiError, noAnswer } from './api-error.ts';

/**
 * Sends a request and waits for the head of its answer, whatever its status.
 *
 * @throws {ApiError} of status 0 when no answer came.
 */
export async function fetchAnswer(path: string, init: RequestInit): Promise<Response> {
  // A request that cannot be made is a defect of the caller, not a server that is gone.
  const request = new Request(path, init);
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
 * Reads the rest of an answer, as `response.json()` does for instance. `signal` is that of the request.
 *
 * @throws {ApiError} of status 0 when the body is cut off.
 */
export async function readBody<Body>(body: Promise<Body>, signal: AbortSignal | undefined): Promise<Body> {
  try {
    return await body;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(
      0,
      'The server’s answer was cut off. Check that the server still runs, then try again.',
      {
        cause: error,
      },
    );
  }
}
