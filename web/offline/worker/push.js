// Shows push messages as notifications and opens their links.

/** Browsers revoke the permission if a push shows no notification, so an unreadable message shows a generic one. */
export function showMessage(data) {
  let payload = {}
  try {
    payload = data.json()
  } catch {
    // The generic notification.
  }
  const { title = 'You have a new notice', body = '', link = '/account/notices', notice = null } = payload
  return self.registration.showNotification(String(title), {
    body: String(body),
    icon: '/icons/any-192.png',
    // The same notice sent twice shows once.
    tag: notice ?? 'notices',
    data: { link: String(link), notice },
  })
}

export async function openNotification(notification) {
  notification.close()
  const { link, notice } = notification.data
  const address = new URL(link, self.location.origin)
  if (address.origin !== self.location.origin) return
  if (notice) await markRead(notice).catch(() => undefined)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const openPage = pages.find(({ url }) => url === address.href)
  await (openPage ? openPage.focus() : self.clients.openWindow(address.href))
}

function markRead(notice) {
  const body = new URLSearchParams({ read: notice })
  return fetch('/account/notices', { method: 'POST', body, redirect: 'manual' })
}

/**
 * Sends the browser's new push endpoint to the server. If signed out the request has no effect, and the old endpoint
 * expires.
 */
export async function renewSubscription({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options ?? newSubscription?.options
  const fresh = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  if (!fresh) return
  const { endpoint, keys } = fresh.toJSON()
  const body = new URLSearchParams({ intent: 'subscribe', endpoint, ...keys })
  await fetch('/account/notices/preferences', { method: 'POST', body, redirect: 'manual' })
}
