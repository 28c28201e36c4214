// Shows pushes, and opens what they tell of. A larger worker takes this file in with importScripts: it handles nothing but pushes.
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/** Browsers take back a permission that is used without a word, so a message that cannot be read says something too. */
function show(data) {
  let told = {}
  try {
    told = data.json()
  } catch {
    // Shown without its words.
  }
  const { title = 'You have a new notice', body = '', link = '/account/notices', notice = null } = told
  return self.registration.showNotification(String(title), {
    body: String(body),
    icon: '/icons/any-192.png',
    // The same notice sent twice shows once.
    tag: notice ?? 'notices',
    data: { link: String(link), notice },
  })
}

async function open(notification) {
  notification.close()
  const { link, notice } = notification.data
  const address = new URL(link, self.location.origin)
  if (address.origin !== self.location.origin) return
  if (notice) await markRead(notice).catch(() => undefined)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(({ url }) => url === address.href)
  await (there ? there.focus() : self.clients.openWindow(address.href))
}

function markRead(notice) {
  const body = new URLSearchParams({ read: notice })
  return fetch('/account/notices', { method: 'POST', body, redirect: 'manual' })
}

/** The browser has another address now. Signed out, nobody is asked, and the old address ends by itself. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options ?? newSubscription?.options
  const fresh = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  if (!fresh) return
  const { endpoint, keys } = fresh.toJSON()
  const body = new URLSearchParams({ intent: 'subscribe', endpoint, ...keys })
  await fetch('/account/notices/preferences', { method: 'POST', body, redirect: 'manual' })
}
