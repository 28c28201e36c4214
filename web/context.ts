import type { I18n } from '@lingui/core'
import { createContext } from 'react-router'
import type { Api } from '#api/api.ts'
import { VISITOR, type Viewer } from '#api/session.ts'
import type { DocumentPaper } from '#domain/receipts/paper.ts'
import { english } from './languages/i18n.ts'
import type { Language } from './languages/languages.ts'
import type { StructuredData } from './structured-data.ts'

/** What main.ts gives to loaders, actions and middleware with every request. */
interface Site {
  mode: 'demo' | 'production'
  /** The site's public address, without a trailing slash, for Open Graph and share links. */
  origin: string
  /** The key that browsers may hold. */
  publishableKey: string
  /** With which browsers subscribe to pushes; null where there are none. */
  pushKey: string | null
  /** The languages that readers can choose. */
  languages: readonly Language[]
}

/** The only door to data, already acting for the viewer. */
export const apiContext = createContext<Api>()
/** The viewer. */
export const viewerContext = createContext<Viewer>(VISITOR)
/** The nonce in this answer's Content-Security-Policy; null if there is none. */
export const nonceContext = createContext<string | null>(null)
/** The id of this request in the log; null if there is none. */
export const requestIdContext = createContext<string | null>(null)
/** Hears what a loader, an action or a page threw. */
export const reportFaultContext = createContext<(fault: unknown) => void>((fault) => console.error(fault))
export const siteContext = createContext<Site>({
  mode: 'production',
  origin: '',
  publishableKey: '',
  pushKey: null,
  languages: ['en'],
})
/** The texts in the reader's language, for loaders and actions; components have `useLingui()`. */
export const i18nContext = createContext<I18n>(english)
/** Calls the auth service in this process, with the site's key and the viewer's address, for forms that work without scripts. */
export const authFetchContext = createContext<(path: string, init?: RequestInit) => Promise<Response>>(() =>
  Promise.reject(new Error('No auth service is joined to this page')),
)

/** A PDF, or when to ask again: a person has so many drawn in a while. */
type Drawn = { bytes: Uint8Array<ArrayBuffer> } | { retryAfterSeconds: number }

/** Draws a document as a PDF, with the moment at which it was issued, for a person; what was drawn once is kept. */
export const drawContext = createContext<(paper: DocumentPaper, issued: { at: Date; for: string }) => Promise<Drawn>>(
  () => {
    throw new Error('Nothing that draws is joined to this page')
  },
)

/** What the page says to search engines; its loader sets it. */
export const structuredContext = createContext<StructuredData>([])

/** The last page of a list that was asked for a later one; null while none was. */
export interface ListEnd {
  lastPage: number | null
}
export const listEndContext = createContext<ListEnd>({ lastPage: null })
