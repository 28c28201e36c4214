import { errorTexts } from '#domain/texts/errors.ts'
import { useShell } from '#web/shell.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { openDetector } from './qr-detector.ts'
import { OFFLINE_COUNTER } from './saved-day.ts'
import { Unsent } from './unsent.tsx'
import { useOutbox } from './use-outbox.ts'
import { useSaving } from './use-saving.ts'

/**
 * On the pages of staff who hand over: saves the day for when the network goes, sends what was written down without
 * one, and shows the way on when it is gone. The camera's script is saved as well.
 */
export function ReadyOffline() {
  const { viewer } = useShell()
  const { isReached, save } = useSaving(openDetector)
  const outbox = useOutbox(viewer.userId, save)
  return (
    <>
      <Unsent outbox={outbox} isOnline={isReached !== false} />
      {isReached === false && (
        <Notice tone="warning" title={errorTexts.offline} className="mb-4">
          <p className="mb-2">You can go on: hand-overs are written down on this phone and sent later.</p>
          <a href={OFFLINE_COUNTER} className={buttonClass({})}>
            Go on without a network
          </a>
        </Notice>
      )}
    </>
  )
}
