/** Pages that look alike to everybody who is signed out, and whose every word comes from the table service. */
const PAGES =
  /^\/(|products(\/[\w-]+)?|group-buys(\/[\w-]+(\/sheet)?)?|vendors|search(\/suggestions)?|shop\/[\w-]+|places|leaderboard|blog(\/[\w-]+)?|about|faq|privacy-policy|terms|vendor-terms)$/
/** Under the blog's addresses stands one that is for writers. */
const WRITERS = /^\/blog\/(new|edit)$/

/** Whether the server may give one visitor's page to the next (docs/decisions/0052-kept-answers.md). */
export const isKeptPage = (path: string): boolean => PAGES.test(path) && !WRITERS.test(path)
