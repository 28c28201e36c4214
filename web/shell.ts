import { useRouteLoaderData } from 'react-router'
import { VISITOR, type Viewer } from '#api/session.ts'
import type { Area } from '#domain/places/area-text.ts'
import type { CartTotals } from './cart/sync/cart-totals.ts'
import type { Language } from './languages/languages.ts'
import type { Duty } from './layouts/duties.ts'
import type { Theme } from './theme/preference.ts'

/** Data of root's loader, available to every page through `useShell()`. */
export interface Shell {
  viewer: Viewer
  /** The viewer's area; null if none was chosen. */
  area: Area | null
  theme: Theme
  /** Whether the user saves data: no decorations, photos load on tap. */
  savesData: boolean
  language: Language
  /** The available languages. */
  languages: readonly Language[]
  /** Number of the viewer's unread notices. */
  unread: number
  /** The viewer's duties, for the links to their desks. */
  duties: readonly Duty[]
  /** The cart's totals before scripts show the browser's cart. */
  cart: CartTotals
  /** The server's time of the response: the base of every countdown. */
  now: string
  publishableKey: string
  origin: string
  /** The HTML of the banner at the top; empty for none. */
  banner: string
  /** Whether the page is complete without scripts, which then load on the first interaction. */
  lateScripts: boolean
}

/** Root's loader data; an anonymous viewer with the system's colour scheme if root itself failed. */
export function useShell(): Shell {
  return (
    useRouteLoaderData<Shell>('root') ?? {
      viewer: VISITOR,
      area: null,
      theme: 'system',
      savesData: false,
      language: 'en',
      languages: [],
      unread: 0,
      duties: [],
      cart: { units: 0, kobo: 0 },
      now: '',
      publishableKey: '',
      origin: '',
      banner: '',
      lateScripts: false,
    }
  )
}

/** A route's `handle`. With `scripts: false` a page ships no script but `web/rendering/hydrate-on-interaction.js`. */
export interface PageHandle {
  scripts?: boolean | ((loaderData: unknown) => boolean)
  /** Whether the page's meta has its own preview image; otherwise the site's is used. */
  hasPreviewImage?: boolean | ((loaderData: unknown) => boolean)
}
