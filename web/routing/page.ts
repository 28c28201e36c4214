/** A page of the site, or a response without a screen (a file, a redirect), at one address. */
export interface Page extends PageFacts {
  /** Path pattern of React Router, without the leading slash; in `PAGES` with it. */
  readonly path: string
  /** File of the route, relative to `web`. */
  readonly file: string
}

/** Facts about a page that code outside of it needs. */
interface PageFacts {
  /** Id of the route, where several routes have the same file. */
  readonly id?: string
  /**
   * The same for every anonymous viewer, and its content comes only from the table API: the response cache may serve it
   * to others (decision 0052). Complete without scripts, which load on the first interaction.
   */
  readonly isCacheable?: boolean
  /** Not cacheable, but also complete until its scripts load on the first interaction (decision 0060). */
  readonly hasLateScripts?: boolean
  /** The service worker saves visited copies for offline use (decision 0063). */
  readonly isSavedOffline?: boolean
  /** Its form carries files, also where scripts do not run. */
  readonly takesFiles?: boolean
  /** Its forms join group buys or pay: under load they are rejected last. */
  readonly joinsOrPays?: boolean
  /** Its name in the breadcrumbs of the pages below it. */
  readonly crumb?: string
  /** Listed in `/sitemaps/pages.xml`. */
  readonly isInSitemap?: boolean
}

/** Pages with one layout. */
export interface PageGroup {
  /** File of the layout; null for pages without one. */
  readonly layout: string | null
  /** Id of the layout's route, where several have the same file. */
  readonly id?: string
  /** A fact of all its pages. */
  readonly hasLateScripts?: boolean
  readonly pages: readonly Page[]
}

export const page = (path: string, file: string, facts: PageFacts = {}): Page => ({ path, file, ...facts })
