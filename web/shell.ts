import { useRouteLoaderData } from 'react-router'
import { VISITOR, type Viewer } from '#api/session.ts'
import type { Language } from './languages/languages.ts'
import { type Duties, NO_DUTIES } from './layouts/duties.ts'
import type { Theme } from './theme/preference.ts'

/** What root's loader gives every page (`useShell()`). */
export interface Shell {
  viewer: Viewer
  theme: Theme
  /** Whether the reader wants to load little: no decorations, photographs on a tap. */
  savesData: boolean
  language: Language
  /** Those that can be chosen. */
  languages: readonly Language[]
  /** Notices that the viewer has not read. */
  unread: number
  /** Of the viewer, for the links to their desk. */
  duties: Duties
  /** The server's time when it answered: the base of every countdown. */
  now: string
  publishableKey: string
  origin: string
}

/** What root gives every page: viewer and colours. A visitor with the system's colours if root itself failed. */
export function useShell(): Shell {
  return (
    useRouteLoaderData<Shell>('root') ?? {
      viewer: VISITOR,
      theme: 'system',
      savesData: false,
      language: 'en',
      languages: [],
      unread: 0,
      duties: NO_DUTIES,
      now: '',
      publishableKey: '',
      origin: '',
    }
  )
}

/** A route's `handle`: pages that need no framework say so, and ship no script but `web/quiet.js`. */
export interface PageHandle {
  scripts?: boolean | ((loaderData: unknown) => boolean)
  /** Whether the page's meta has its own picture for chats; otherwise they show the market's. */
  ownCard?: boolean | ((loaderData: unknown) => boolean)
}
