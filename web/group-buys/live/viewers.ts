import { topicOf } from '#domain/live/topics.ts'
import { joinChannel } from '#web/session/realtime/join-channel.ts'

let followed: { id: string; leave(): void } | undefined

/**
 * Shows in `data-viewers`, which the server rendered, how many people look at that buy now. It is no component, so that
 * the page's first script stays as small as it is: this file is loaded once the page is idle.
 */
export function followViewers(): void {
  const id = document.querySelector<HTMLElement>('[data-viewers]')?.dataset.viewers
  if (!id || followed?.id === id) return
  followed?.leave()
  const leaveChannel = joinChannel(topicOf('viewers', id), {
    listen(channel) {
      channel.on('broadcast', { event: 'count' }, ({ payload }: { payload?: { count?: unknown } }) =>
        show(id, Number(payload?.count)),
      )
    },
    onLeft: () => show(id, 0),
  })
  const leave = () => {
    clearInterval(watch)
    followed = undefined
    leaveChannel()
  }
  // Another page of the shop has another buy, or none.
  const watch = setInterval(() => !placeOf(id) && leave(), LEFT_CHECK_MS)
  followed = { id, leave }
}

/** How soon a viewer who has gone to another page of the shop is counted no longer. */
const LEFT_CHECK_MS = 2_000

/** One viewer is the reader alone. */
const FEWEST_SHOWN = 2

function show(id: string, count: number): void {
  const place = placeOf(id)
  const text = place?.dataset.text
  if (place && text) place.textContent = count >= FEWEST_SHOWN ? text.replace('{count}', String(count)) : ''
}

const placeOf = (id: string) => document.querySelector<HTMLElement>(`[data-viewers="${CSS.escape(id)}"]`)
