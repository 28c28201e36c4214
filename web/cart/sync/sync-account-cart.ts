import type { CartChangeInput } from '#api/commands/cart.ts'
import { CART_KEY } from '#domain/limits.ts'
import { browserApi } from '#web/session/browser-api.ts'
import { subscribeToRows } from '#web/session/realtime/subscribe-to-rows.ts'
import { currentSession } from '#web/session/tokens/current-session.ts'
import { tokenSubject } from '#web/session/tokens/token-subject.ts'
import { type CartItem, useCart } from '../store.ts'
import { RECORD_KEY, UNSENT_KEY } from './cart-keys.ts'
import {
  type CartSyncRecord,
  changesSince,
  lineSignature,
  mergeChanges,
  mergeServerLines,
  syncBase,
} from './sync-record.ts'

/**
 * Synchronises this browser's cart with the account's (decision 0057): sends local changes and applies remote ones.
 * Loaded for signed-in users only. Returns a function that stops the sync.
 */
export function startCartSync(userId: string): () => void {
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let seen = lineSignatures(useCart.getState().items)
  let receivedRows: CartRow[] = []
  retryRejectedLines(userId)

  const scheduleSync = (ms = DEBOUNCE_MS) => {
    clearTimeout(timer)
    if (!ended) timer = setTimeout(() => void sync(), ms)
  }
  async function sync(): Promise<void> {
    clearTimeout(timer)
    try {
      await withCartLock(() => syncOnce(userId, () => ended))
      const record = readRecord()
      if (record?.owner === userId && changesSince(record, useCart.getState().items, Date.now()).length > 0)
        scheduleSync()
    } catch {
      scheduleSync(RETRY_MS)
    }
    useCart.setState({ isSynced: true })
  }

  const stopStore = useCart.subscribe(({ items }) => {
    const now = lineSignatures(items)
    const changed = [...new Set([...Object.keys(seen), ...Object.keys(now)])].filter((id) => seen[id] !== now[id])
    seen = now
    const record = readRecord()
    if (changed.length === 0 || record?.owner !== userId) return
    const at = Object.fromEntries(changed.map((id) => [id, Date.now()]))
    const next = { ...record, changedAt: { ...record.changedAt, ...at } }
    if (changesSince(next, items, Date.now()).length === 0) return
    writeRecord(next)
    scheduleSync()
  })
  // Hiding the page or closing the tab ends the editing, so pending changes are sent at once.
  const onHide = () => document.visibilityState === 'hidden' && void sync()
  const onOnline = () => void sync()
  document.addEventListener('visibilitychange', onHide)
  window.addEventListener('online', onOnline)
  const subscription = { table: 'cart_items' as const, filter: `profile_id=eq.${userId}` }
  // Realtime also delivers this browser's own changes, often before the command's response: sync only if a row differs
  // from the last known state.
  const syncIfUnknown = () => {
    const record = readRecord()
    const isKnown = receivedRows.every((row) => record?.base[row.product_id] === rowSignature(row))
    receivedRows = []
    if (!isKnown) void sync()
  }
  let checkTimer: ReturnType<typeof setTimeout> | undefined
  const onRow = (row: CartRow) => {
    receivedRows.push(row)
    clearTimeout(checkTimer)
    checkTimer = setTimeout(syncIfUnknown, DEBOUNCE_MS)
  }
  const stopRows = subscribeToRows<CartRow>([subscription], { onRow, catchUp: sync, isBackground: true })
  void sync()
  return () => {
    ended = true
    clearTimeout(timer)
    clearTimeout(checkTimer)
    stopStore()
    stopRows()
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('online', onOnline)
  }
}

interface CartRow {
  product_id: string
  quantity: number
  seen_kobo: number
}

/** In the format of the record's `base`; undefined for a removed line. */
const rowSignature = ({ quantity, seen_kobo }: CartRow): string | undefined =>
  quantity > 0 ? `${quantity}.${seen_kobo}` : undefined

/** Debounce: several taps on a stepper are sent once. */
const DEBOUNCE_MS = 400
const RETRY_MS = 15_000

/** One round trip. Rejects if it should be retried. */
async function syncOnce(userId: string, isEnded: () => boolean): Promise<void> {
  // A sign-out in another tab empties this browser's cart; that must remove nothing from the account.
  const isStillOwner = (first: boolean) =>
    !isEnded() && tokenSubject(currentSession()?.access_token) === userId && (first || readRecord()?.owner === userId)
  // Without a stored cart, missing lines do not count as removed.
  const record = localStorage.getItem(CART_KEY) === null ? null : readRecord()
  await useCart.persist.rehydrate()
  if (record && record.owner !== userId) {
    detachAccountCart(userId)
    return syncOnce(userId, isEnded)
  }
  if (!isStillOwner(record === null)) return
  const before = useCart.getState().items
  const changes = record
    ? changesSince(record, before, Date.now())
    : [...mergeChanges(before), ...readUnsentChanges(userId, before)]
  const sent = changes.slice(0, MAX_CHANGES)
  const result = await browserApi().command('save-cart', { changes: sent })
  if (!result.ok) throw new Error(result.refusal.code)
  if (!isStillOwner(record === null)) return
  await useCart.persist.rehydrate()
  const now = useCart.getState().items
  const { lines, left_out: leftOut } = result.value
  const stays = [...new Set([...(record?.stays ?? []), ...leftOut])].filter((id) =>
    now.some((item) => item.productId === id),
  )
  const unsent = changes.slice(MAX_CHANGES).map(({ product_id }) => product_id)
  const next = mergeServerLines({ before, now, lines, leftOut: [...stays, ...unsent] })
  // The record is written first, so that a tab notified of the new lines finds them recorded as the account's.
  writeRecord({ owner: userId, base: syncBase(lines), changedAt: readRecord()?.changedAt ?? {}, stays })
  if (!record) localStorage.removeItem(UNSENT_KEY)
  if (!isSame(next, now)) useCart.setState({ items: next })
}

/** The maximum of the command `save-cart`. */
const MAX_CHANGES = 200

/**
 * After a sign-out or a change of user, removes the account's lines from this browser, which may be shared. Unsent
 * changes are stored for the account's owner.
 */
export function detachAccountCart(userId: string | null): void {
  const record = readRecord()
  if (!record || record.owner === userId) return
  const now = Date.now()
  const changes = changesSince(record, useCart.getState().items, now)
  if (changes.length > 0) {
    const dated = changes.map(({ age_ms, ...change }) => ({ ...change, at: now - age_ms }))
    localStorage.setItem(UNSENT_KEY, JSON.stringify({ owner: record.owner, changes: dated }))
  }
  localStorage.removeItem(RECORD_KEY)
  useCart.setState({ items: [] })
}

function readUnsentChanges(userId: string, items: readonly CartItem[]): CartChangeInput[] {
  const stored = readJson(UNSENT_KEY) as { owner?: unknown; changes?: unknown } | null
  if (stored?.owner !== userId || !Array.isArray(stored.changes)) return []
  const presentIds = new Set(items.map(({ productId }) => productId))
  return stored.changes
    .filter(({ product_id: id }) => !presentIds.has(id))
    .map(({ at, ...change }) => ({ ...change, age_ms: Math.max(0, Date.now() - Number(at)) }))
}

function readRecord(): CartSyncRecord | null {
  const stored = readJson(RECORD_KEY) as Partial<CartSyncRecord> | null
  if (typeof stored?.owner !== 'string') return null
  return { owner: stored.owner, base: stored.base ?? {}, changedAt: stored.changedAt ?? {}, stays: stored.stays ?? [] }
}

const writeRecord = (record: CartSyncRecord) => localStorage.setItem(RECORD_KEY, JSON.stringify(record))

/** Lines the account rejected are offered to it once more with each page load. */
function retryRejectedLines(userId: string): void {
  const record = readRecord()
  if (record?.owner === userId && record.stays.length > 0) writeRecord({ ...record, stays: [] })
}

function readJson(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

const lineSignatures = (items: readonly CartItem[]): Record<string, string> =>
  Object.fromEntries(items.map((item) => [item.productId, lineSignature(item)]))

const isSame = (one: readonly CartItem[], other: readonly CartItem[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Serialises syncs across tabs. Old browsers have no Web Locks; there, the merge rule makes a duplicate call harmless.
 */
const withCartLock = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(`${CART_KEY}-account`, work) : work()
