// The language of what an error says.

/** `en` for words of the server, which are English; undefined for the console's own, in the shown language. */
export function languageOf(error: Error): 'en' | undefined {
  return (error as { readonly isServerText?: boolean }).isServerText === true ? 'en' : undefined;
}
