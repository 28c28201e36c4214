import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { getRealtime } from './session/realtime.ts'

export interface Watched {
  table: 'messages' | 'orders' | 'group_buys'
  /** One column's condition, such as "vendor_id=eq.…"; row level security is asked besides. */
  filter?: string
}

/** Reads the page again when a watched row is written, while the page is looked at. `null` watches nothing. */
export function useLiveRows(watched: readonly Watched[] | null): void {
  const { revalidate } = useRevalidator()
  const wish = JSON.stringify(watched ?? [])

  useEffect(() => {
    const tables = JSON.parse(wish) as Watched[]
    if (tables.length === 0) return
    let closed = false
    let leave: (() => void) | undefined
    let soon: ReturnType<typeof setTimeout> | undefined

    // Several rows of one act are read once.
    const readAgain = () => {
      clearTimeout(soon)
      soon = setTimeout(() => void revalidate(), 150)
    }
    async function enter() {
      const client = await getRealtime()
      if (closed || leave || document.hidden) return
      const channel = client.channel(`rows:${wish.slice(0, 150)}`)
      for (const { table, filter } of tables) {
        const on = { event: '*', schema: 'public', table, ...(filter && { filter }) } as const
        channel.on('postgres_changes', on, readAgain)
      }
      channel.subscribe()
      leave = () => void client.removeChannel(channel)
    }
    function follow() {
      if (!document.hidden) {
        void enter().catch(() => undefined)
        return
      }
      leave?.()
      leave = undefined
    }
    // What was written while nobody looked is read at once.
    function follows() {
      if (!document.hidden) readAgain()
      follow()
    }

    const idle = setTimeout(follow, 300)
    document.addEventListener('visibilitychange', follows)
    return () => {
      closed = true
      clearTimeout(idle)
      clearTimeout(soon)
      leave?.()
      document.removeEventListener('visibilitychange', follows)
    }
  }, [wish, revalidate])
}
