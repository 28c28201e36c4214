import { useEffect, useState } from 'react'
import { type OpenRecord, topicOf } from '#domain/live/topics.ts'
import { fetchModule } from '#web/fetch-module.ts'
import { joinChannel } from '#web/session/realtime/join-channel.ts'

/** A look at another tab does not end the work on a record. */
const HIDDEN_MS = 300_000

interface OthersHereProps {
  kind: OpenRecord
  id: string
  /** The viewer. */
  userId: string
}

/** Names the colleagues who have the same record open now, so that no two do the same work. */
export function OthersHere({ kind, id, userId }: OthersHereProps) {
  const [names, setNames] = useState<readonly string[]>([])

  useEffect(() => {
    let last = 0
    async function show(ids: readonly string[]) {
      const turn = ++last
      const found = ids.length > 0 ? await readNames(ids) : []
      if (turn === last) setNames(found)
    }
    const leave = joinChannel(topicOf(kind, id), {
      listen(channel) {
        channel.on('presence', { event: 'sync' }, () => {
          const ids = Object.keys(channel.presenceState()).filter((key) => key !== userId)
          show(ids).catch(() => undefined)
        })
      },
      onJoined: (channel) => void channel.track({}),
      onLeft: () => void show([]),
      hiddenMs: HIDDEN_MS,
    })
    return () => {
      last = Number.NaN
      leave()
    }
  }, [kind, id, userId])

  return (
    <div role="status">
      {names.length > 0 && (
        <p className="mb-5 rounded-card border border-grain bg-grain-wash px-4 py-2">{openText(names)}</p>
      )}
    </div>
  )
}

async function readNames(people: readonly string[]): Promise<string[]> {
  const { browserApi } = await fetchModule(() => import('#web/session/browser-api.ts'))
  const { data } = await browserApi()
    .tables.rpc('colleague_names', { people: [...people] })
    .throwOnError()
  return data.map(({ full_name: name }) => name ?? 'A colleague').sort()
}

function openText([first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return `${first} has this open.`
  if (more.length === 0) return `${first} and ${second} have this open.`
  return `${first}, ${second} and ${more.length} more have this open.`
}
