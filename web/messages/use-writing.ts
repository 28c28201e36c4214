import { useEffect, useRef, useState } from 'react'
import { topicOf, WRITING, WRITING_EVERY_MS, WRITING_SHOWN_MS } from '#domain/live/topics.ts'
import { joinChannel } from '#web/session/realtime/join-channel.ts'

interface WritingOptions {
  conversationId: string | null
  /** How the viewer is announced: their id, or `MARKET`. */
  own: string
  /** The newest message: its writer is done. */
  newest: string | undefined
}

interface Writing {
  /** The other person who is writing, as they announced themselves; null if none is, or it is not known. */
  by: string | null
  /** Announces that the viewer writes. */
  announce(): void
}

/** Tells the others in a conversation that the viewer writes, and who of them does. */
export function useWriting({ conversationId, own, newest }: WritingOptions): Writing {
  const [shown, setShown] = useState<{ by: string; newest: string | undefined } | null>(null)
  const newestRef = useRef(newest)
  const send = useRef<(() => void) | null>(null)
  const sentAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    newestRef.current = newest
  }, [newest])

  useEffect(() => {
    if (!conversationId) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setShown(null)
    }
    const leave = joinChannel(topicOf('conversation', conversationId), {
      listen(channel) {
        channel.on('broadcast', { event: WRITING }, ({ payload }: { payload?: { by?: unknown } }) => {
          const by = payload?.by
          if (typeof by !== 'string' || by === own) return
          clearTimeout(timer)
          setShown({ by, newest: newestRef.current })
          timer = setTimeout(hide, WRITING_SHOWN_MS)
        })
      },
      onJoined(channel) {
        send.current = () => void channel.send({ type: 'broadcast', event: WRITING, payload: { by: own } })
      },
      onLeft() {
        send.current = null
        hide()
      },
    })
    return () => {
      leave()
      hide()
    }
  }, [conversationId, own])

  return {
    by: shown && shown.newest === newest ? shown.by : null,
    announce() {
      if (!send.current || performance.now() - sentAt.current < WRITING_EVERY_MS) return
      sentAt.current = performance.now()
      send.current()
    },
  }
}
