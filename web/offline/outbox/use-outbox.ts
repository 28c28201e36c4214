import { useCallback, useEffect, useRef, useState } from 'react'
import { listActs, type OutboxAct, removeAct } from './acts.ts'
import { askBeforeSignOut } from './confirm-unsent.ts'
import { type SendState, sendActs } from './send-acts.ts'

export interface Outbox {
  unsent: OutboxAct[]
  /** Sent, and did not count. */
  faulty: OutboxAct[]
  /** Unsent acts of other people on this device. */
  others: number
  state: SendState | null
  isSending: boolean
  isLoaded: boolean
  send(): Promise<void>
  reload(): Promise<void>
  /** Its person has read why it did not count. */
  dismiss(id: string): Promise<void>
}

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 5 * 60_000

/** A person's outbox, which is sent as soon as there is a network, and again after ever longer pauses until it is empty. */
export function useOutbox(person: string | null, onSent?: () => void): Outbox {
  const [{ acts, others }, setActs] = useState<{ acts: OutboxAct[]; others: number }>({ acts: [], others: 0 })
  const [state, setState] = useState<SendState | null>(null)
  const [isSending, setSending] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const afterSending = useRef(onSent)
  afterSending.current = onSent
  const reload = useCallback(async () => {
    if (person === null) return
    setActs(await listActs(person))
    setLoaded(true)
  }, [person])
  const send = useCallback(async () => {
    if (person === null) return
    setSending(true)
    try {
      setState(await sendActs(person))
    } finally {
      setSending(false)
      await reload()
    }
    afterSending.current?.()
  }, [person, reload])
  const unsent = acts.filter(({ fault }) => fault === null)
  useEffect(() => askBeforeSignOut(unsent.length), [unsent.length])
  useRetries(send, { reload, count: unsent.length, state })
  const dismiss = useCallback(
    async (id: string) => {
      await removeAct(id)
      await reload()
    },
    [reload],
  )
  return {
    unsent,
    faulty: acts.filter(({ fault }) => fault !== null),
    others,
    state,
    isSending,
    isLoaded,
    send,
    reload,
    dismiss,
  }
}

interface RetryState {
  reload(): Promise<void>
  /** Acts to be sent. */
  count: number
  state: SendState | null
}

function useRetries(send: () => Promise<void>, { reload, count, state }: RetryState): void {
  const pauseMs = useRef(FIRST_RETRY_MS)
  useEffect(() => void reload(), [reload])
  useEffect(() => {
    if (count === 0) return
    let timer: ReturnType<typeof setTimeout>
    const tryAgain = () => {
      clearTimeout(timer)
      if (navigator.onLine) void send()
      pauseMs.current = Math.min(pauseMs.current * 2, LAST_RETRY_MS)
      timer = setTimeout(tryAgain, pauseMs.current)
    }
    const atOnce = () => {
      pauseMs.current = FIRST_RETRY_MS
      tryAgain()
    }
    // Asking again would not help a person who has to sign in first.
    if (state !== 'signed-out') timer = setTimeout(tryAgain, state === null ? 0 : pauseMs.current)
    addEventListener('online', atOnce)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', atOnce)
    }
  }, [send, count, state])
}
