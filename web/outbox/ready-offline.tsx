import { useEffect } from 'react'
import { useShell } from '#web/shell.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useOnline } from './online.ts'
import { openDetector } from './qr-detector.ts'
import { OFFLINE_COUNTER, saveDay } from './saved-day.ts'
import { Unsent } from './unsent.tsx'
import { useOutbox } from './use-outbox.ts'

const SAVE_EVERY_MS = 5 * 60_000

/**
 * On the pages of staff who hand over: saves the day for when the network goes, sends what was written down without
 * one, and shows the way on when it is gone.
 */
export function ReadyOffline() {
  const { viewer } = useShell()
  const isOnline = useOnline()
  const outbox = useOutbox(viewer.userId, save)
  useEffect(() => {
    if (!isOnline) return
    save()
    const timer = setInterval(save, SAVE_EVERY_MS)
    return () => clearInterval(timer)
  }, [isOnline])
  return (
    <>
      <Unsent outbox={outbox} isOnline={isOnline} />
      {!isOnline && (
        <Notice tone="warning" title="No internet connection" className="mb-4">
          <p className="mb-2">You can go on: hand-overs are written down on this phone and sent later.</p>
          <a href={OFFLINE_COUNTER} className={buttonClass({})}>
            Go on without a network
          </a>
        </Notice>
      )}
    </>
  )
}

/** The camera's script as well, which otherwise loads when the camera opens. */
function save(): void {
  saveDay()
    .then(openDetector)
    .catch(() => {
      // The former copy remains.
    })
}
