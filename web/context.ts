import { createContext } from 'react-router'
import type { Api } from '#api/api.ts'
import { VISITOR, type Viewer } from '#api/session.ts'

/** What the front door (main.ts) hands to loaders, actions and middleware with every request. */
export interface Site {
  mode: 'demo' | 'production'
  /** Absolute address people use, without a slash at the end: for Open Graph and share links. */
  origin: string
  /** The key that browsers may hold. */
  publishableKey: string
}

/** The one door to data, already speaking for the person who asks. */
export const apiContext = createContext<Api>()
/** Who asks. */
export const viewerContext = createContext<Viewer>(VISITOR)
/** The nonce of this answer's Content-Security-Policy; null where there is none. */
export const nonceContext = createContext<string | null>(null)
export const siteContext = createContext<Site>({ mode: 'production', origin: '', publishableKey: '' })
/** Calls the auth service in this process, with the site's key and the reader's address: for forms that work without scripts. */
export const authFetchContext = createContext<(path: string, init?: RequestInit) => Promise<Response>>(() =>
  Promise.reject(new Error('No auth service is joined to this page')),
)
