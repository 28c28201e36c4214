import type { CartChangeInput } from '#api/cart-commands.ts'
import { CART_KEY } from '#domain/limits.ts'
import { browserApi } from '../session/browser-api.ts'
import { currentSession } from '../session/current-session.ts'
import { followRows } from '../session/follow-rows.ts'
import { tokenSubject } from '../session/token-subject.ts'
import { type AccountRecord, baseOf, changesSince, itemsAfter, mergesOf, textOf } from './account-record.ts'
import { RECORD_KEY, UNSENT_KEY } from './cart-keys.ts'
import { type CartItem, useCart } from './store.ts'

/**
 * Keeps this browser's cart and the account's the same (decision 0057): what is changed here is sent, what is changed elsewhere comes
 * in. Loaded for signed-in people alone. Returns what ends it.
 */
export function followAccountCart(userId: string): () => void {
  let ended = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let seen = textsOf(useCart.getState().items)
  let heard: HeardRow[] = []
  forgetWhatStays(userId)

  const soon = (ms = QUIET_MS) => {
    clearTimeout(timer)
    if (!ended) timer = setTimeout(() => void sync(), ms)
  }
  async function sync(): Promise<void> {
    clearTimeout(timer)
    try {
      await alone(() => exchange(userId, () => ended))
      const record = readRecord()
      if (record?.owner === userId && changesSince(record, useCart.getState().items, Date.now()).length > 0) soon()
    } catch {
      soon(RETRY_MS)
    }
    useCart.setState({ settled: true })
  }

  const stopStore = useCart.subscribe(({ items }) => {
    const now = textsOf(items)
    const changed = [...new Set([...Object.keys(seen), ...Object.keys(now)])].filter((id) => seen[id] !== now[id])
    seen = now
    const record = readRecord()
    if (changed.length === 0 || record?.owner !== userId) return
    const at = Object.fromEntries(changed.map((id) => [id, Date.now()]))
    const next = { ...record, changedAt: { ...record.changedAt, ...at } }
    if (changesSince(next, items, Date.now()).length === 0) return
    writeRecord(next)
    soon()
  })
  // Whoever puts the phone away or closes the tab has changed what they wanted to change.
  const onHide = () => document.visibilityState === 'hidden' && void sync()
  const onOnline = () => void sync()
  document.addEventListener('visibilitychange', onHide)
  window.addEventListener('online', onOnline)
  const mine = { table: 'cart_items' as const, filter: `profile_id=eq.${userId}` }
  // What this browser has sent itself is heard too, often before the answer: only what it does not know then is read.
  const look = () => {
    const record = readRecord()
    const isKnown = heard.every((row) => record?.base[row.product_id] === textOfRow(row))
    heard = []
    if (!isKnown) void sync()
  }
  let lookTimer: ReturnType<typeof setTimeout> | undefined
  const hear = (row: HeardRow) => {
    heard.push(row)
    clearTimeout(lookTimer)
    lookTimer = setTimeout(look, QUIET_MS)
  }
  const stopRows = followRows<HeardRow>([mine], { hear, catchUp: sync, isAside: true })
  void sync()
  return () => {
    ended = true
    clearTimeout(timer)
    clearTimeout(lookTimer)
    stopStore()
    stopRows()
    document.removeEventListener('visibilitychange', onHide)
    window.removeEventListener('online', onOnline)
  }
}

interface HeardRow {
  product_id: string
  quantity: number
  seen_kobo: number
}

/** As a record's base has it: undefined for what was removed. */
const textOfRow = ({ quantity, seen_kobo }: HeardRow): string | undefined =>
  quantity > 0 ? `${quantity}.${seen_kobo}` : undefined

/** Several taps on a stepper are sent once. */
const QUIET_MS = 400
const RETRY_MS = 15_000

/** One call and its answer. Rejects if it should be tried again. */
async function exchange(userId: string, isEnded: () => boolean): Promise<void> {
  // In another tab somebody may have signed out meanwhile, which has emptied this browser's cart: that removes nothing from the account.
  const isTheirs = (first: boolean) =>
    !isEnded() && tokenSubject(currentSession()?.access_token) === userId && (first || readRecord()?.owner === userId)
  // Where the browser's cart itself is gone, nobody has removed its lines.
  const record = localStorage.getItem(CART_KEY) === null ? null : readRecord()
  await useCart.persist.rehydrate()
  if (record && record.owner !== userId) {
    leaveAccountCart(userId)
    return exchange(userId, isEnded)
  }
  if (!isTheirs(record === null)) return
  const before = useCart.getState().items
  const changes = record ? changesSince(record, before, Date.now()) : [...mergesOf(before), ...unsentOf(userId, before)]
  const sent = changes.slice(0, MOST_CHANGES)
  const answer = await browserApi().command('save-cart', { changes: sent })
  if (!answer.ok) throw new Error(answer.refusal.code)
  if (!isTheirs(record === null)) return
  await useCart.persist.rehydrate()
  const now = useCart.getState().items
  const { lines, left_out: leftOut } = answer.value
  const stays = [...new Set([...(record?.stays ?? []), ...leftOut])].filter((id) =>
    now.some((item) => item.productId === id),
  )
  const unsent = changes.slice(MOST_CHANGES).map(({ product_id }) => product_id)
  const next = itemsAfter({ before, now, lines, leftOut: [...stays, ...unsent] })
  // The record first: a tab that hears of the new lines finds in it that they are the account's.
  writeRecord({ owner: userId, base: baseOf(lines), changedAt: readRecord()?.changedAt ?? {}, stays })
  if (!record) localStorage.removeItem(UNSENT_KEY)
  if (!isSame(next, now)) useCart.setState({ items: next })
}

/** As many as the command takes. */
const MOST_CHANGES = 200

/**
 * Somebody signed out, or somebody else signed in: on a phone that several people share, nobody finds the account's lines. What could
 * not be sent yet is set aside for the account's owner.
 */
export function leaveAccountCart(userId: string | null): void {
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

function unsentOf(userId: string, items: readonly CartItem[]): CartChangeInput[] {
  const kept = readJson(UNSENT_KEY) as { owner?: unknown; changes?: unknown } | null
  if (kept?.owner !== userId || !Array.isArray(kept.changes)) return []
  const here = new Set(items.map(({ productId }) => productId))
  return kept.changes
    .filter(({ product_id: id }) => !here.has(id))
    .map(({ at, ...change }) => ({ ...change, age_ms: Math.max(0, Date.now() - Number(at)) }))
}

function readRecord(): AccountRecord | null {
  const kept = readJson(RECORD_KEY) as Partial<AccountRecord> | null
  if (typeof kept?.owner !== 'string') return null
  return { owner: kept.owner, base: kept.base ?? {}, changedAt: kept.changedAt ?? {}, stays: kept.stays ?? [] }
}

const writeRecord = (record: AccountRecord) => localStorage.setItem(RECORD_KEY, JSON.stringify(record))

/** With each page they are offered to the account once more. */
function forgetWhatStays(userId: string): void {
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

const textsOf = (items: readonly CartItem[]): Record<string, string> =>
  Object.fromEntries(items.map((item) => [item.productId, textOf(item)]))

const isSame = (one: readonly CartItem[], other: readonly CartItem[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** One tab at a time; old browsers have no locks, where the rule of the account bears a call that is made twice. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(`${CART_KEY}-account`, work) : work()
