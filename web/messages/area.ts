/** "/vendor/messages" from "/vendor/messages/…": every area has the same pages. */
export function messagesBase(pathname: string): string {
  return `/${pathname.split('/')[1] ?? ''}/messages`
}

/** Whether a role may read contact messages (row-level security has the same list). */
export function readsInbox(role: string): boolean {
  return ['manager', 'coordinator', 'chief', 'administrator', 'supervisor'].includes(role)
}
