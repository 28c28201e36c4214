import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { LINK_TYPES, type MailedLink } from '../session/auth-service.ts'

/** The parameters of a mail's link: `token_hash`, `type` and `redirect_to`. */
interface OpenedLink {
  /** Null if the address is incomplete. */
  link: MailedLink | null
  /** The path on this site that the person came from; null if `redirect_to` is not one of our pages. */
  next: string | null
}

export function readMailedLink(params: { get(name: string): unknown }): OpenedLink {
  const tokenHash = params.get('token_hash')
  const type = LINK_TYPES.find((known) => known === params.get('type'))
  const isWhole = typeof tokenHash === 'string' && /^[\w-]{8,200}$/.test(tokenHash)
  return { link: isWhole && type ? { tokenHash, type } : null, next: originPath(params.get('redirect_to')) }
}

/** The address of one of our link pages with the same link: for the actions of its forms, written alike on server and in browser. */
export function linkPath(page: string, { link, next }: OpenedLink): string {
  if (!link) return page
  const params = { token_hash: link.tokenHash, type: link.type, ...(next && { redirect_to: next }) }
  return `${page}?${new URLSearchParams(params)}`
}

/** Only the path of `redirect_to` is used, so that no link can lead off this site. Home means nothing was remembered. */
function originPath(redirectTo: unknown): string | null {
  if (typeof redirectTo !== 'string' || !URL.canParse(redirectTo, 'http://site.invalid')) return null
  const { pathname, search } = new URL(redirectTo, 'http://site.invalid')
  return pathname === '/' ? null : safeOriginPath(pathname + search)
}
