// The counter and the rider's run without a network: web/offline/outbox saves the day of staff, and one page shows it.

import { COUNTER, PAGES } from './caches.js'

const DAY = '/handover/day.json'
const OFFLINE_COUNTER = '/handover/offline'

/** The pages of staff who hand over lead to the saved one; the browser keeps a code after the `#`. Undefined for others. */
export async function offlineCounter({ pathname, search }) {
  if (pathname !== '/handover' && pathname !== '/my-run') return undefined
  const page = await (await caches.open(PAGES)).match(location.origin + OFFLINE_COUNTER)
  return page && Response.redirect(OFFLINE_COUNTER + search)
}

/** Names are on the device until the end of the day only. */
export async function dropOldDay() {
  const until = (await caches.match(DAY))?.headers.get('x-until')
  if (until && Date.parse(until) < Date.now()) await caches.delete(COUNTER)
}
