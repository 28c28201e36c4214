/** Pages that are the same for every anonymous viewer and whose content comes only from the table API. */
const PAGES =
  /^\/(|products(\/[\w-]+)?|group-buys(\/[\w-]+(\/sheet)?)?|vendors|search(\/suggestions)?|shop\/[\w-]+|places|leaderboard|blog(\/[\w-]+)?|about|faq|privacy-policy|terms|vendor-terms)$/
/** The editor's pages, which the pattern for posts matches too. */
const WRITERS = /^\/blog\/(new|edit)$/

/** Whether the response cache may serve the page to other anonymous viewers (docs/decisions/0052-kept-answers.md). */
export const isCacheablePage = (path: string): boolean => PAGES.test(path) && !WRITERS.test(path)
