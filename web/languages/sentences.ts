/**
 * What the server says in English on the screens of buyers: refusals of calls and notices, word for word, with a place for what
 * varies. A screen shows them through `told`.
 */
export const SENTENCES: readonly string[] = [/*i18n*/ 'No internet connection']
