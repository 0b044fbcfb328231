// How the desktop marks an answer of its own, which it gives when the server does not answer.

/** Header of that answer; its value has no meaning. */
export const UNREACHABLE_HEADER = 'x-understudy-unreachable';
