import { useCallback, useEffect, useState } from 'react'
import type { ScannedCode } from '#domain/hand-overs/code-text.ts'
import { readDay, type SavedDay, type SavedHandOver } from '#web/offline/outbox/saved-day.ts'
import { Unsent } from '#web/offline/outbox/unsent.tsx'
import { useOutbox } from '#web/offline/outbox/use-outbox.ts'
import { useSaving } from '#web/offline/outbox/use-saving.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useShell } from '#web/shell.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { clockTime } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { OfflineList } from './offline-list.tsx'
import { OfflinePerson } from './offline-person.tsx'

/**
 * The counter of a shop or hub, and the rider's doors, without a network. The page itself holds no names; it shows the
 * day that was saved on this device, and writes hand-overs down in its outbox (docs/decisions/0108).
 */
export default function OfflineCounter() {
  const { viewer } = useShell()
  const { day, reload } = useSavedDay(viewer.userId)
  const { isReached, save } = useSaving(reload)
  const outbox = useOutbox(viewer.userId, save)
  const [open, setOpen] = useState<{ orderNo: number; scanned: ScannedCode | null } | null>(null)
  useEffect(() => {
    // The service worker leads here from an order's page.
    const orderNo = Number(new URLSearchParams(location.search).get('order'))
    if (orderNo > 0) setOpen({ orderNo, scanned: null })
  }, [])
  const openVisit = day && open ? visitOf(day, open.orderNo) : []
  return (
    <>
      <PageHeading
        lead={day ? `As saved at ${clockTime(day.saved_at)}. Hand-overs are sent when the network is back.` : undefined}
      >
        Without a network
      </PageHeading>
      {isReached && outbox.isLoaded && outbox.unsent.length === 0 && (
        <Notice tone="info" className="mb-4">
          <p className="mb-2">There is a network, and nothing waits to be sent.</p>
          <LinkButton to="/handover" tone="plain">
            Back to the counter
          </LinkButton>
        </Notice>
      )}
      <Unsent outbox={outbox} isOnline={isReached === true} />
      {day === null && (
        <EmptyState title="Nothing is saved for today">
          Open the counter or your run while there is a network. Its day is then saved on this phone until midnight.
        </EmptyState>
      )}
      {day && open && (
        <OfflinePerson
          key={`${open.orderNo} ${open.scanned?.code}`}
          visit={openVisit}
          orderNo={open.orderNo}
          scanned={open.scanned}
          savedAt={day.saved_at}
          person={day.person}
          acts={outbox.unsent}
          onBack={() => setOpen(null)}
          onWritten={outbox.reload}
        />
      )}
      {day && !open && (
        <OfflineList
          day={day}
          acts={outbox.unsent}
          onOpen={(orderNo) => setOpen({ orderNo, scanned: null })}
          onScan={(scanned) => {
            // A code in the address is read once.
            history.replaceState(history.state, '', location.pathname)
            setOpen({ orderNo: scanned.orderNo, scanned })
          }}
        />
      )}
    </>
  )
}

/** The saved day: undefined until it is read, null without one. */
function useSavedDay(person: string | null) {
  const [day, setDay] = useState<SavedDay | null | undefined>(undefined)
  const reload = useCallback(async () => {
    setDay(person === null ? null : await readDay(person, new Date()))
  }, [person])
  useEffect(() => {
    void reload()
    // The day ends while the page is open.
    const timer = setInterval(() => void reload(), 60_000)
    return () => clearInterval(timer)
  }, [reload])
  return { day, reload }
}

/** All that the person with this order takes now, that order first. */
function visitOf({ hand_overs: all }: SavedDay, orderNo: number): SavedHandOver[] {
  const first = all.find(({ order_no }) => order_no === orderNo)
  return first ? [first, ...all.filter(({ id, visit }) => visit === first.visit && id !== first.id)] : []
}

export const meta = () => pageMeta('Without a network', 'Hand over without a network, and send it later.')
