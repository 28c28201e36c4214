import { redirect } from 'react-router'
import { isAreaRole, isContentStaff, parseRole } from '#domain/accounts/roles.ts'

/** "/vendor/messages" from "/vendor/messages/…": every area has the same pages. */
export function messagesBase(pathname: string): string {
  return `/${pathname.split('/')[1] ?? ''}/messages`
}

/**
 * Redirects from the account to the same page in the role's own area, because notices link to the account, and a vendor
 * or a member of the market's staff should not lose their menu there. Customers' menu is that of the account.
 */
export function keepOwnArea({ pathname, search }: URL, viewerRole: string): void {
  const role = parseRole(viewerRole)
  const area = isContentStaff(role) ? 'content' : isAreaRole(role) && role !== 'customer' ? role : null
  if (!area || !pathname.startsWith('/account/')) return
  throw redirect(`/${area}${pathname.slice('/account'.length)}${search}`)
}

/** Whether a role may read contact messages (row-level security has the same list). */
export function readsInbox(role: string): boolean {
  return ['manager', 'coordinator', 'chief', 'administrator', 'supervisor'].includes(role)
}

/** Whether a role may write to people and shops first (`rights.may_write_to` has the same list). */
export function writesToPeople(role: string): boolean {
  return ['manager', 'coordinator', 'chief'].includes(role)
}
