import type { I18n } from '@lingui/core'
import { createContext } from 'react-router'
import type { Api } from '#api/api.ts'
import { VISITOR, type Viewer } from '#api/session.ts'
import type { Banner } from '#domain/banners/banner.ts'
import type { Area } from '#domain/places/area-text.ts'
import type { DocumentPaper } from '#domain/receipts/paper.ts'
import type { TextChannel } from '#domain/text-messages/text-channels.ts'
import { english } from './languages/i18n.ts'
import type { Language } from './languages/languages.ts'
import type { StructuredData } from './rendering/structured-data.ts'

/** Facts about the site, set on every request (process/pages) for loaders, actions and middleware. */
interface Site {
  mode: 'demo' | 'production'
  /** The site's public address, without a trailing slash, for Open Graph and share links. */
  origin: string
  /** The API key that is safe to expose to browsers. */
  publishableKey: string
  /** The VAPID public key for Web Push subscriptions; null if push is disabled. */
  pushKey: string | null
  /** Channels that cost money and that people may choose for their notices. */
  textChannels: readonly TextChannel[]
  /** The languages that readers can choose. */
  languages: readonly Language[]
}

interface BannersInMemory {
  current(): readonly Banner[]
  /** Reads them now, after a change. */
  refresh(): Promise<void>
}

/** Access to data with the viewer's rights. */
export const apiContext = createContext<Api>()
/** The user who sent the request, or the anonymous viewer. */
export const viewerContext = createContext<Viewer>(VISITOR)
/** Reads the viewer's area; null if none was chosen. */
export const areaContext = createContext<() => Promise<Area | null>>(() => Promise.resolve(null))
/** The banners that are shown now or planned, from memory. The page for an unreachable database has none. */
export const bannersContext = createContext<BannersInMemory>({ current: () => [], refresh: () => Promise.resolve() })
/** The nonce in the response's Content-Security-Policy; null if it has none. */
export const nonceContext = createContext<string | null>(null)
/** Whether a read of the page has failed so far, other than in a way that makes the whole page unavailable. */
export const failedReadsContext = createContext<() => boolean>(() => false)
/** The request's id in the log; null if it has none. */
export const requestIdContext = createContext<string | null>(null)
/** Reports an exception thrown by a loader, an action or a page. */
export const reportFaultContext = createContext<(fault: unknown) => void>((fault) => console.error(fault))
export const siteContext = createContext<Site>({
  mode: 'production',
  origin: '',
  publishableKey: '',
  pushKey: null,
  textChannels: [],
  languages: ['en'],
})
/** The I18n of the user's language, for loaders and actions; components have `useLingui()`. */
export const i18nContext = createContext<I18n>(english)
/**
 * Calls the auth service in-process with the site's key and the viewer's IP address, for forms that work without
 * scripts.
 */
export const authFetchContext = createContext<(path: string, init?: RequestInit) => Promise<Response>>(() =>
  Promise.reject(new Error('No auth service is set in this context')),
)

/** The rendered PDF, or the time to wait where the user has reached the rate limit. */
type RenderedPdf = { bytes: Uint8Array<ArrayBuffer> } | { retryAfterSeconds: number }

/**
 * Renders a document as a PDF with its time of issue, rate limited per user (`for`). Rendered documents are stored and
 * reused.
 */
export const renderPdfContext = createContext<
  (paper: DocumentPaper, issued: { at: Date; for: string }) => Promise<RenderedPdf>
>(() => {
  throw new Error('No PDF renderer is set in this context')
})

/** The page's structured data for search engines; set by its loader. */
export const structuredContext = createContext<StructuredData>([])

/** The number of the last page, if a page past it was requested; otherwise null. */
export interface ListEnd {
  lastPage: number | null
}
export const listEndContext = createContext<ListEnd>({ lastPage: null })
