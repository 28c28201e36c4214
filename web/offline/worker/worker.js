// Caches visited pages, with the time they were saved, and their files for offline use, and shows push messages. It
// never queues or resends a form: one that could not be sent is reported as such. web/offline/register-worker.ts
// registers it; vite.config.ts bundles it.

import { clearOnSignOut, deleteUnknownCaches } from './caches.js'
import { CACHEABLE_FILE, cacheFiles, openFile } from './files.js'
import { cacheUnvisited, openPage, sendForm } from './pages.js'
import { openNotification, renewSubscription, showMessage } from './push.js'
import { cacheRoutes, openRoutes } from './routes.js'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => {
  const { keep, routes, files } = event.data ?? {}
  // A page is cached only after the files that it needs.
  if (keep)
    event.waitUntil(
      Promise.all([cacheFiles(files), ...routes.map(cacheRoutes)]).then(() => Promise.all(keep.map(cacheUnvisited))),
    )
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (request.method !== 'GET') event.respondWith(sendForm(event, url))
    else if (!url.pathname.endsWith('.csv') && !url.pathname.endsWith('.pdf')) event.respondWith(openPage(event, url))
  } else if (url.pathname === '/auth/v1/logout') {
    event.waitUntil(clearOnSignOut())
  } else if (url.pathname === '/__manifest') {
    event.respondWith(openRoutes(event, url))
  } else if (request.method === 'GET' && CACHEABLE_FILE.test(url.pathname) && !request.headers.has('range')) {
    event.respondWith(openFile(event, url))
  }
})

async function activate() {
  await deleteUnknownCaches()
  await self.clients.claim()
}

self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))
