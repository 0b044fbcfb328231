// Marks the response that the desktop itself returns when the server cannot be reached.

/** Name of the header. Its value has no meaning. */
export const UNREACHABLE_HEADER = 'x-understudy-unreachable';
