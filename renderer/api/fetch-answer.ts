// Sends requests and tells a missing answer from any answer.
import { UNREACHABLE_HEADER } from '#main/bridge/unreachable-header.ts';
import { ApiError, noAnswer } from './api-error.ts';

/**
 * Sends a request and waits for the head of its answer, whatever its status.
 *
 * @throws {ApiError} of status 0 when no answer came.
 */
export async function fetchAnswer(path: string, init: RequestInit): Promise<Response> {
  // Outside the try: a request that cannot be built is a defect of the caller.
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
 * Waits for the body of an answer, such as `response.json()`. `signal` is the request's.
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
