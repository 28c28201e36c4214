// The hand-overs of the day, saved on the device of staff so that they can work without a network. The service worker
// deletes them at the end of the day, at sign-out, and when another person signs in (web/offline/worker/counter.js).

// The same names as in web/offline/worker.
const CACHE = 'counter-1'
const DAY = '/handover/day.json'
export const OFFLINE_COUNTER = '/handover/offline'

export interface SavedDay {
  person: string
  saved_at: string
  until: string
  hand_overs: SavedHandOver[]
  /** There are more than were saved. */
  is_cut: boolean
}

export interface SavedHandOver {
  id: string
  order_no: number
  /** The same for all that one person takes at one place. */
  visit: string
  buyer_name: string
  place_name: string
  shop_name: string
  due_until: string | null
  lines: { line_id: string; name: string; unit: string; quantity: number; weigh?: boolean; waits?: boolean }[]
  /** Hashes of the tokens of valid codes, with the name of the person who collects; null: the buyer. */
  checks: { nominee: string | null; hash: string }[]
  /** For deliveries, where to. */
  door: { recipient: string | null; address: string; landmark: string | null; phone: string | null } | null
}

/** Saves the day and the page that shows it. Rejects and leaves the former copy if the network fails. */
export async function saveDay(): Promise<void> {
  if (!('caches' in globalThis)) return
  const response = await fetch(DAY, { headers: { accept: 'application/json' }, redirect: 'manual' })
  if (response.status === 401 || response.status === 403) return forgetDay()
  if (!response.ok) return
  await (await caches.open(CACHE)).put(DAY, response)
  const worker = await navigator.serviceWorker?.ready
  worker?.active?.postMessage({ keep: [OFFLINE_COUNTER], routes: [], files: [] })
}

/** The saved day of this person; null if there is none, or if it is over. */
export async function readDay(person: string, now: Date): Promise<SavedDay | null> {
  if (!('caches' in globalThis)) return null
  const saved = await (await caches.match(DAY))?.json().catch(() => null)
  if (!saved) return null
  const day = saved as SavedDay
  if (day.person === person && Date.parse(day.until) > now.getTime()) return day
  await forgetDay()
  return null
}

async function forgetDay(): Promise<void> {
  await caches.delete(CACHE)
}
