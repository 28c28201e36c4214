import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { LINK_TYPES, type MailedLink } from '#web/session/auth-service/auth-service.ts'

/** The parameters of a mail's link: `token_hash`, `type` and `redirect_to`. */
interface OpenedLink {
  /** Null if the URL is incomplete. */
  link: MailedLink | null
  /** The path of `redirect_to`, whose origin is ignored; null for the home page or without a usable path. */
  next: string | null
}

export function readMailedLink(params: { get(name: string): unknown }): OpenedLink {
  const tokenHash = params.get('token_hash')
  const type = LINK_TYPES.find((known) => known === params.get('type'))
  const isWhole = typeof tokenHash === 'string' && /^[\w-]{8,200}$/.test(tokenHash)
  return { link: isWhole && type ? { tokenHash, type } : null, next: originPath(params.get('redirect_to')) }
}

/** The path of a page with the same link, for the actions of its forms; identical on server and in browser. */
export function linkPath(page: string, { link, next }: OpenedLink): string {
  if (!link) return page
  const params = { token_hash: link.tokenHash, type: link.type, ...(next && { redirect_to: next }) }
  return `${page}?${new URLSearchParams(params)}`
}

/**
 * The path of `redirect_to`: its origin is ignored, to prevent open redirects. Null for the home page, which is the
 * default.
 */
function originPath(redirectTo: unknown): string | null {
  if (typeof redirectTo !== 'string' || !URL.canParse(redirectTo, 'http://site.invalid')) return null
  const { pathname, search } = new URL(redirectTo, 'http://site.invalid')
  return pathname === '/' ? null : safeOriginPath(pathname + search)
}
