/** "/vendor/messages" of "/vendor/messages/…": the same pages stand in every area. */
export function messagesBase(pathname: string): string {
  return `/${pathname.split('/')[1] ?? ''}/messages`
}

/** Who may read what comes through the contact form (row level security holds the same list). */
export function readsInbox(role: string): boolean {
  return ['manager', 'coordinator', 'chief', 'administrator', 'supervisor'].includes(role)
}
