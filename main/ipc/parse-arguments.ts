// Validates the arguments that the window sends over a channel.
import { DESKTOP_LANGUAGES, type DesktopLanguage } from '../bridge/channels.ts';

const MAX_TEXT_CHARACTERS = 50_000_000;

/** No arguments. @throws {TypeError} if there are any. */
export function parseNoArguments(args: readonly unknown[]): [] {
  if (args.length > 0) throw new TypeError('takes no arguments');
  return [];
}

/** A file name without folders, and the content. @throws {TypeError} if either is not valid. */
export function parseSaveTextFile(args: readonly unknown[]): [name: string, text: string] {
  const [name, text] = args;
  if (typeof name !== 'string' || !/^[\w][\w .()-]{0,120}$/.test(name)) {
    throw new TypeError('suggestedName must be a plain file name of at most 121 characters');
  }
  if (typeof text !== 'string' || text.length > MAX_TEXT_CHARACTERS)
    throw new TypeError('text must be a string of at most 50,000,000 characters');
  return [name, text];
}

/** A language of the desktop. @throws {TypeError} if there is not exactly one. */
export function parseLanguage(args: readonly unknown[]): [language: DesktopLanguage] {
  const language = DESKTOP_LANGUAGES.find((candidate) => candidate === args[0]);
  if (args.length !== 1 || language === undefined)
    throw new TypeError(`language must be one of ${DESKTOP_LANGUAGES.join(', ')}`);
  return [language];
}

/** A single URL. @throws {TypeError} if there is not exactly one string. */
export function parseUrlArgument(args: readonly unknown[]): [url: string] {
  const [url] = args;
  if (args.length !== 1 || typeof url !== 'string' || url.length > 8192)
    throw new TypeError('url must be a string of at most 8192 characters');
  return [url];
}
